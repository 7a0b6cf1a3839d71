//! Bytes to text.
//!
//! Records come in every character set that Go players ever used, often without saying which, and
//! sometimes saying the wrong one. Text must be decoded before anything else looks at it: in GBK,
//! Big5 and Shift_JIS the second byte of a character may be `[`, `\` or `]`.
//!
//! Evidence is asked in this order: a byte order mark; zero bytes at every other place; whether
//! the bytes are UTF-8; what the record declares in `CA`; what the whole file looked like; what the
//! record itself looks like. Most records are ASCII and are done at the third question.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_8859_2, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1254, WINDOWS_1258,
};
use memchr::memchr;
use std::fmt;

/// Text, the character set it was in, and what was odd about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without byte order mark.
    pub text: String,
    /// How the bytes were read.
    pub encoding: &'static Encoding,
    /// What a reader should know about the choice.
    pub notes: Vec<TextNote>,
}

/// Something odd about the character set of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextNote {
    /// The record declares one character set but is written in another.
    WrongDeclaration {
        /// What `CA` says.
        declared: String,
        /// How the text was read.
        reads_as: &'static Encoding,
    },
    /// The record declares a character set that nobody knows.
    UnknownDeclaration {
        /// What `CA` says.
        declared: String,
        /// How the text was read.
        reads_as: &'static Encoding,
    },
    /// The record declares nothing and is not in UTF-8.
    Guessed {
        /// How the text was read.
        reads_as: &'static Encoding,
    },
    /// Some bytes mean nothing in the character set.
    Replaced {
        /// How many characters were replaced by U+FFFD.
        count: usize,
        /// How the text was read.
        reads_as: &'static Encoding,
    },
}

impl fmt::Display for TextNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextNote::WrongDeclaration { declared, reads_as } => write!(
                f,
                "the character set is declared as {declared}, but the text reads as {}",
                reads_as.name()
            ),
            TextNote::UnknownDeclaration { declared, reads_as } => write!(
                f,
                "the declared character set {declared} is unknown; the text reads as {}",
                reads_as.name()
            ),
            TextNote::Guessed { reads_as } => {
                write!(f, "no character set is declared; the text reads as {}", reads_as.name())
            }
            TextNote::Replaced { count, reads_as } => {
                let set = reads_as.name();
                match count {
                    1 => write!(f, "one character could not be read as {set} and was replaced"),
                    _ => {
                        write!(f, "{count} characters could not be read as {set} and were replaced")
                    }
                }
            }
        }
    }
}

/// Decodes the bytes of one record. `hint` is what the file it comes from looks like as a whole,
/// see [`guess`]: a single game may be too short to tell.
pub fn decode(bytes: &[u8], hint: Option<&'static Encoding>) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return read_as(&bytes[mark..], encoding, Vec::new());
    }
    if let Some(encoding) = utf_16(bytes) {
        return read_as(bytes, encoding, Vec::new());
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let mut notes = Vec::new();
        // In ASCII all declarations are as good as another.
        if !text.is_ascii() {
            notes.extend(remark(declared(bytes).as_deref(), UTF_8));
        }
        return Decoded { text: text.to_string(), encoding: UTF_8, notes };
    }
    let label = declared(bytes);
    let encoding = choose(bytes, label.as_deref(), hint);
    let notes = remark(label.as_deref(), encoding);
    read_as(bytes, encoding, notes.into_iter().collect())
}

/// What the head of a file looks like. ASCII counts as UTF-8.
pub fn guess(sample: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(sample) {
        return encoding;
    }
    if let Some(encoding) = utf_16(sample) {
        return encoding;
    }
    match std::str::from_utf8(sample) {
        Ok(_) => UTF_8,
        // The head of a file may end within a character.
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => UTF_8,
        Err(_) => choose(sample, declared(sample).as_deref(), None),
    }
}

/// Whether this byte begins a character of two bytes, whose second may look like ASCII.
pub fn lead_byte(encoding: &'static Encoding, byte: u8) -> bool {
    if encoding == SHIFT_JIS {
        matches!(byte, 0x81..=0x9f | 0xe0..=0xfc)
    } else {
        is_double_byte(encoding) && matches!(byte, 0x81..=0xfe)
    }
}

/// Whether the character set writes most of its characters with two bytes, the first above ASCII.
pub fn is_double_byte(encoding: &'static Encoding) -> bool {
    [GBK, GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR].contains(&encoding)
}

/// Tells UTF-16 by its mark or by its zeros: the parentheses, letters and digits of a record have
/// one each, always on the same side. Names in Chinese have none, but the marks around them do.
pub(crate) fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return (encoding != UTF_8).then_some(encoding);
    }
    let head = &bytes[..bytes.len().min(512)];
    memchr(0, head)?;
    let (pairs, _) = head.as_chunks::<2>();
    let high = pairs.iter().filter(|pair| pair[0] == 0).count();
    let low = pairs.iter().filter(|pair| pair[1] == 0).count();
    let mostly = |many: usize, few: usize| many * 4 >= pairs.len() && few * 16 < pairs.len();
    if mostly(low, high) {
        Some(UTF_16LE)
    } else if mostly(high, low) {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Chooses for bytes that are neither UTF-16 nor UTF-8.
fn choose(bytes: &[u8], label: Option<&str>, hint: Option<&'static Encoding>) -> &'static Encoding {
    if mostly_utf8(bytes) {
        return UTF_8;
    }
    let byte_wise = |e: &&'static Encoding| e.is_ascii_compatible() && *e != UTF_8;
    let declared = label.and_then(by_label).filter(byte_wise);
    let hint = hint.filter(byte_wise);
    // That bytes can be read in a set of two-byte characters says something. In a set of one-byte
    // characters anything can be read, and Latin-1 is what old programs declare for Chinese; but
    // nobody declares a rarer one by mistake.
    let fits = |e: &&'static Encoding| is_double_byte(e) && without_error(bytes, e);
    let is_meant = |e: &&'static Encoding| {
        fits(e) || (!is_double_byte(e) && *e != WINDOWS_1252 && without_error(bytes, e))
    };
    if let Some(sure) = declared.filter(is_meant).or(hint.filter(fits)) {
        return sure;
    }
    let detected = detect(bytes);
    if fits(&detected) {
        return detected;
    }
    let single = |e: &&'static Encoding| !is_double_byte(e) && without_error(bytes, e);
    [declared, hint, Some(detected)].into_iter().flatten().find(single).unwrap_or_else(|| {
        // Nothing fits. Take what damages the fewest characters; the earlier on a tie.
        let candidates = [declared, hint, Some(detected)];
        let damage = |e: &&'static Encoding| replaced(&e.decode_without_bom_handling(bytes).0);
        candidates.into_iter().flatten().min_by_key(damage).unwrap_or(WINDOWS_1252)
    })
}

fn without_error(bytes: &[u8], encoding: &'static Encoding) -> bool {
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

/// UTF-8 that was damaged in a few places, as opposed to something else.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good >= 4 && bad * 8 <= good
}

/// Asks the detector, and keeps it from answers that no Go player would give.
fn detect(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let answer = detector.guess(None, Utf8Detection::Deny);
    let sensible = [
        WINDOWS_1252,
        WINDOWS_1250,
        WINDOWS_1251,
        WINDOWS_1254,
        WINDOWS_1258,
        WINDOWS_874,
        ISO_8859_2,
    ];
    if is_double_byte(answer) || sensible.contains(&answer) {
        return answer;
    }
    let usual = [GBK, EUC_KR, SHIFT_JIS, BIG5, EUC_JP];
    usual.into_iter().find(|e| without_error(bytes, e)).unwrap_or(WINDOWS_1252)
}

fn read_as(bytes: &[u8], encoding: &'static Encoding, mut notes: Vec<TextNote>) -> Decoded {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    if damaged {
        notes.push(TextNote::Replaced { count: replaced(&text), reads_as: encoding });
    }
    Decoded { text: text.into_owned(), encoding, notes }
}

fn replaced(text: &str) -> usize {
    text.matches('\u{fffd}').count()
}

/// What to say about a declaration, given how the text was read in the end.
fn remark(label: Option<&str>, reads_as: &'static Encoding) -> Option<TextNote> {
    // GB2312, GBK and GB18030 are one family, and nobody means them apart.
    let family = |e: &'static Encoding| if e == GB18030 { GBK } else { e };
    match label.map(|label| (label, by_label(label))) {
        None if reads_as == UTF_8 => None,
        None => Some(TextNote::Guessed { reads_as }),
        Some((_, Some(declared))) if family(declared) == family(reads_as) => None,
        Some((label, Some(_))) => {
            Some(TextNote::WrongDeclaration { declared: quoted(label), reads_as })
        }
        Some((label, None)) => {
            Some(TextNote::UnknownDeclaration { declared: quoted(label), reads_as })
        }
    }
}

/// The value of the first `CA` property. It is looked for in bytes, before anything is decoded,
/// so it may also be the `CA[` of a comment; then it is likely to be no label, or a wrong one.
fn declared(bytes: &[u8]) -> Option<String> {
    let mut from = 0;
    while let Some(found) = bytes[from..].windows(3).position(|w| w == b"CA[") {
        let at = from + found;
        from = at + 3;
        if at > 0 && bytes[at - 1].is_ascii_alphabetic() {
            continue;
        }
        let value = &bytes[from..bytes.len().min(from + 40)];
        let end = value.iter().position(|&b| b == b']')?;
        let label = std::str::from_utf8(&value[..end]).ok()?.trim();
        return (!label.is_empty()).then(|| label.to_string());
    }
    None
}

/// The character set of a label, also in the spellings that the web does not know.
fn by_label(label: &str) -> Option<&'static Encoding> {
    if let Some(encoding) = Encoding::for_label(label.as_bytes()) {
        return Some(encoding);
    }
    let squeezed: String =
        label.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    match squeezed.as_str() {
        "utf8" | "unicode" => Some(UTF_8),
        "gb" | "gb2312" | "gbk" | "cp936" | "ms936" | "936" | "euccn" => Some(GBK),
        "gb18030" => Some(GB18030),
        "big5" | "big5hkscs" | "cp950" | "ms950" | "950" => Some(BIG5),
        "sjis" | "shiftjis" | "cp932" | "932" | "windows932" => Some(SHIFT_JIS),
        "eucjp" | "ujis" => Some(EUC_JP),
        "euckr" | "cp949" | "ms949" | "949" | "uhc" | "ksc5601" | "ksx1001" => Some(EUC_KR),
        "iso88591" | "iso885915" | "latin1" | "cp1252" | "ascii" | "usascii" | "ansi" => {
            Some(WINDOWS_1252)
        }
        _ => None,
    }
}

/// Text of strangers for a message: control characters, which could command a terminal, are shown
/// by their escapes.
pub(crate) fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_control() {
            true => out.extend(c.escape_debug()),
            false => out.push(c),
        }
    }
    out
}

/// Like [`shown`], and clipped if it is long.
pub(crate) fn quoted(text: &str) -> String {
    const LENGTH: usize = 60;
    match text.char_indices().nth(LENGTH) {
        None => shown(text),
        Some((end, _)) => shown(&text[..end]) + "…",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, lossy) = encoding.encode(text);
        assert!(!lossy, "{text} in {}", encoding.name());
        bytes.into_owned()
    }

    const CHINESE: &str = "(;PB[古力九段]PW[常昊九段]EV[第十届三星杯世界围棋公开赛]RE[黑中盘胜])";
    const TAIWAN: &str =
        "(;PB[周俊勳九段]PW[王立誠九段]EV[第三屆中環杯圍棋賽決賽]C[黑棋在這裡應該先擋])";
    const JAPANESE: &str =
        "(;PB[張栩九段]PW[羽根直樹九段]EV[第３１期名人戦リーグ]C[白の打ちすぎでした。])";
    const KOREAN: &str =
        "(;PB[이창호 9단]PW[조훈현 9단]EV[제10회 삼성화재배 결승]C[흑의 불계승입니다.])";

    #[test]
    fn character_sets_are_told_apart_without_help() {
        let cases = [
            (GBK, CHINESE),
            (BIG5, TAIWAN),
            (SHIFT_JIS, JAPANESE),
            (EUC_JP, JAPANESE),
            (EUC_KR, KOREAN),
        ];
        for (encoding, text) in cases {
            let decoded = decode(&bytes(encoding, text), None);
            assert_eq!(decoded.text, text);
            assert_eq!(decoded.encoding, encoding);
            assert_eq!(decoded.notes, [TextNote::Guessed { reads_as: encoding }]);
            assert_eq!(guess(&bytes(encoding, text)), encoding);
        }
        let latin = bytes(WINDOWS_1252, "(;PB[Jérôme Müller]C[très intéressant, à mon goût])");
        assert_eq!(decode(&latin, None).encoding, WINDOWS_1252);
    }

    #[test]
    fn unicode_is_known_by_its_form() {
        let text = "(;PB[李世乭]PW[Lee];B[pd])";
        let wide = |little: bool, marked: bool| -> Vec<u8> {
            let units = marked.then_some(0xfeff).into_iter().chain(text.encode_utf16());
            units.flat_map(|u| if little { u.to_le_bytes() } else { u.to_be_bytes() }).collect()
        };
        let cases = [
            (text.as_bytes().to_vec(), UTF_8),
            (["\u{feff}", text].concat().into_bytes(), UTF_8),
            (wide(true, true), UTF_16LE),
            (wide(true, false), UTF_16LE),
            (wide(false, true), UTF_16BE),
            (wide(false, false), UTF_16BE),
        ];
        for (bytes, encoding) in cases {
            let decoded = decode(&bytes, Some(GBK));
            assert_eq!((decoded.text.as_str(), decoded.encoding), (text, encoding));
            assert_eq!(decoded.notes, []);
            assert_eq!(guess(&bytes), encoding);
        }
    }

    #[test]
    fn a_rare_declaration_is_believed() {
        for label in ["KOI8-R", "ISO-8859-5", "windows-1251"] {
            let text = format!("(;CA[{label}]PB[Иван]PW[Пётр])");
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let decoded = decode(&encoding.encode(&text).0, None);
            assert_eq!((decoded.text, decoded.notes), (text, vec![]), "{label}");
        }
    }

    #[test]
    fn declarations_are_believed_when_they_fit() {
        let labels = [
            (GBK, "gb2312"),
            (GBK, "GBK"),
            (GBK, "cp936"),
            (GBK, "GB18030"),
            (BIG5, "big5"),
            (SHIFT_JIS, "shift_jis"),
            (SHIFT_JIS, "SJIS"),
            (SHIFT_JIS, "Shift-JIS"),
            (EUC_KR, "euc-kr"),
            (EUC_KR, "CP949"),
            (EUC_JP, "EUCJP"),
        ];
        for (encoding, label) in labels {
            // Two characters are too few for a detector.
            let text = format!("(;CA[{label}]PB[中山])");
            let decoded = decode(&bytes(encoding, &text), None);
            assert_eq!(decoded.text, text);
            assert_eq!(decoded.notes, [], "{label}");
        }
        for label in ["ISO8859-1", "iso-8859-1", "latin1"] {
            let text = format!("(;CA[{label}]PB[Jérôme Müller])");
            let decoded = decode(&bytes(WINDOWS_1252, &text), None);
            assert_eq!((decoded.text, decoded.notes), (text, vec![]));
        }
        for label in ["utf8", "UTF-8", "Utf_8"] {
            let text = format!("(;CA[{label}]PB[中山])");
            assert_eq!(decode(text.as_bytes(), None).notes, []);
        }
    }

    #[test]
    fn wrong_declarations_are_noticed() {
        let wrong = |label: &str, encoding, text: &str| {
            let text = text.replacen("(;", &format!("(;CA[{label}]"), 1);
            let decoded = decode(&bytes(encoding, &text), None);
            assert_eq!(decoded.text, text);
            let notes: Vec<String> = decoded.notes.iter().map(|n| n.to_string()).collect();
            notes.join("; ")
        };
        assert_eq!(
            wrong("UTF-8", GBK, CHINESE),
            "the character set is declared as UTF-8, but the text reads as GBK"
        );
        assert_eq!(
            wrong("gb2312", UTF_8, CHINESE),
            "the character set is declared as gb2312, but the text reads as UTF-8"
        );
        assert_eq!(
            wrong("ISO-8859-1", EUC_KR, KOREAN),
            "the character set is declared as ISO-8859-1, but the text reads as EUC-KR"
        );
        assert_eq!(
            wrong("klingon", SHIFT_JIS, JAPANESE),
            "the declared character set klingon is unknown; the text reads as Shift_JIS"
        );
    }

    #[test]
    fn the_file_helps_the_short_game() {
        for encoding in [GBK, BIG5, SHIFT_JIS, EUC_KR, EUC_JP] {
            let game = bytes(encoding, "(;PB[中山];B[aa])");
            assert_eq!(decode(&game, Some(encoding)).text, "(;PB[中山];B[aa])");
        }
        // A hint that does not fit is not taken.
        assert_eq!(decode(&bytes(GBK, CHINESE), Some(UTF_16LE)).encoding, GBK);
        assert_eq!(decode(CHINESE.as_bytes(), Some(GBK)).encoding, UTF_8);
        assert_eq!(decode(b"(;B[aa])", Some(GBK)).encoding, UTF_8);
    }

    #[test]
    fn damage_is_counted() {
        let mut damaged = CHINESE.as_bytes().to_vec();
        damaged.insert(5, 0xff);
        let decoded = decode(&damaged, None);
        assert_eq!(decoded.encoding, UTF_8);
        assert_eq!(
            decoded.notes[0].to_string(),
            "one character could not be read as UTF-8 and was replaced"
        );
        let whole = CHINESE.as_bytes();
        assert_eq!(guess(&whole[..7]), UTF_8, "cut within a character");
    }

    #[test]
    fn second_bytes_that_look_like_brackets_are_told_by_the_first() {
        for (encoding, text) in [(GBK, "俓"), (BIG5, "功"), (SHIFT_JIS, "表")] {
            let pair = bytes(encoding, text);
            assert_eq!(pair.len(), 2);
            assert!(lead_byte(encoding, pair[0]) && pair[1] < 0x80, "{text} {pair:?}");
        }
        for byte in 0..0x80 {
            assert!([GBK, BIG5, SHIFT_JIS, EUC_KR, EUC_JP].iter().all(|e| !lead_byte(e, byte)));
        }
        assert!((0..=255).all(|byte| !lead_byte(UTF_8, byte) && !lead_byte(WINDOWS_1252, byte)));
        assert!(!lead_byte(SHIFT_JIS, 0xb1), "half-width katakana are single");
    }

    #[test]
    fn text_in_messages_is_short_and_harmless() {
        assert_eq!(quoted("a\u{1b}[31m\tb\n黑\u{7f}'\""), "a\\u{1b}[31m\\tb\\n黑\\u{7f}'\"");
        assert_eq!(quoted(&"黑".repeat(60)), "黑".repeat(60));
        assert_eq!(quoted(&"黑".repeat(61)), "黑".repeat(60) + "…");
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes: Vec<u8>, hint in 0..4usize) {
            let hint = [None, Some(GBK), Some(UTF_16LE), Some(UTF_8)][hint];
            decode(&bytes, hint);
            guess(&bytes);
        }

        #[test]
        fn declared_text_survives(name in "[一-龠]{1,8}", set in 0..3usize) {
            let (encoding, label) = [(GBK, "GBK"), (BIG5, "Big5"), (SHIFT_JIS, "Shift_JIS")][set];
            let known = |c: &char| !encoding.encode(&c.to_string()).2;
            let name: String = name.chars().filter(known).collect();
            let text = format!("(;CA[{label}]PB[{name}])");
            let encoded = encoding.encode(&text).0;
            // A few short words are the same bytes as some word in UTF-8, which is asked first.
            if std::str::from_utf8(&encoded).is_ok() {
                return Ok(());
            }
            prop_assert_eq!(decode(&encoded, None).text, text);
        }
    }
}
