//! What the first node of a record says about the game.

use crate::note::{FaultKind, KomiRepair, NoteKind};
use crate::outcome::{half_width, margin, parse_outcome, quarters_of};
use crate::sgf::{NodeId, Tree, simple_text};
use crate::text::quoted;
use aji_rules::{ByColor, Color, HalfPoints, Outcome, RuleSet, Size};

/// What a record says about its game besides the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The board; 19x19 where nothing is said.
    pub size: Size,
    /// The rules, if they are named and known.
    pub rules: Option<RuleSet>,
    /// White's compensation, if it is recorded; repaired where [`NoteKind::KomiRepaired`] says so.
    pub komi: Option<HalfPoints>,
    /// Handicap stones as announced; what was placed is in the game itself.
    pub handicap: u32,
    /// The players' names; empty if unknown.
    pub players: ByColor<String>,
    /// The players' ranks as written; empty if unknown.
    pub ranks: ByColor<String>,
    /// How the game ended, if that is recorded.
    pub outcome: Option<Outcome>,
    /// The date as written; empty if unknown.
    pub date: String,
}

impl Head {
    /// Nothing but a board.
    pub fn new(size: Size) -> Head {
        Head {
            size,
            rules: None,
            komi: None,
            handicap: 0,
            players: ByColor::default(),
            ranks: ByColor::default(),
            outcome: None,
            date: String::new(),
        }
    }

    /// Reads it from a tree; says what is odd.
    pub(crate) fn read(tree: &Tree, note: &mut impl FnMut(NoteKind)) -> Result<Head, FaultKind> {
        // The root should say it all, but the nodes before the first move may.
        let has_move = |node: &NodeId| tree.get(*node, "B").or(tree.get(*node, "W")).is_some();
        let root = tree.root();
        let later = || tree.main_line().skip(1).take_while(|node| !has_move(node));
        let text = |name: &str| -> String {
            let raw =
                tree.get(root, name).or_else(|| later().find_map(|node| tree.get(node, name)));
            // Whoever prints a name must not be made to print escape sequences.
            let is_plain = |c: &char| !c.is_control();
            simple_text(raw.unwrap_or_default()).trim().chars().filter(is_plain).collect()
        };
        let game = text("GM");
        if !matches!(game.as_str(), "" | "1") {
            return Err(FaultKind::NotGo { written: quoted(&game) });
        }
        let size = parse_size(&text("SZ"))?;
        let written = text("HA");
        let handicap = written.parse().unwrap_or(0);
        if handicap == 0 && !matches!(written.as_str(), "" | "0") {
            note(NoteKind::HandicapUnreadable { written: quoted(&written) });
        }
        let written = text("RU");
        let rules = match written.to_ascii_lowercase().as_str() {
            "" => None,
            // Ing's rules count areas too; their suicide and their ko hardly ever matter.
            "goe" | "ing" | "ing goe" => {
                note(NoteKind::RulesNear { written, taken: RuleSet::Chinese });
                Some(RuleSet::Chinese)
            }
            _ => parse_rules(&written).or_else(|| {
                note(NoteKind::RulesUnknown { written: quoted(&written) });
                None
            }),
        };
        let komi = read_komi(tree, &text("KM"), handicap, note);
        // Some programs put the result behind the moves.
        let result = tree
            .get(tree.root(), "RE")
            .or_else(|| tree.main_line().find_map(|node| tree.get(node, "RE")));
        let written = result.map(|raw| simple_text(raw).into_owned()).unwrap_or_default();
        let outcome = parse_outcome(&written).unwrap_or_else(|_| {
            note(NoteKind::OutcomeUnreadable { written: quoted(&written) });
            None
        });
        Ok(Head {
            size,
            rules,
            komi,
            handicap,
            players: ByColor { black: text("PB"), white: text("PW") },
            ranks: ByColor { black: text("BR"), white: text("WR") },
            outcome,
            date: text("DT"),
        })
    }
}

/// `19`, `19:9` (columns and rows), or nothing, which is 19.
fn parse_size(written: &str) -> Result<Size, FaultKind> {
    let side = |text: &str| text.trim().parse::<usize>().ok();
    let size = match written.split_once(':') {
        _ if written.is_empty() => return Ok(Size::NINETEEN),
        Some((width, height)) => side(width).zip(side(height)),
        None => side(written).map(|side| (side, side)),
    };
    size.and_then(|(width, height)| Size::new(width, height).ok())
        .ok_or_else(|| FaultKind::Size { written: quoted(written) })
}

fn parse_rules(written: &str) -> Option<RuleSet> {
    let named = [
        ("日本", RuleSet::Japanese),
        ("中国", RuleSet::Chinese),
        ("中國", RuleSet::Chinese),
        ("韩国", RuleSet::Korean),
        ("韓国", RuleSet::Korean),
        ("한국", RuleSet::Korean),
    ];
    let plain = written.to_lowercase().replace("rules", "").replace("rule", "");
    let foreign = named.into_iter().find(|(name, _)| written.starts_with(name));
    foreign.map(|(_, rules)| rules).or_else(|| plain.trim().parse().ok())
}

/// No komi that anybody agreed on is larger than this.
const LARGEST_KOMI: HalfPoints = HalfPoints::from_points(60);

fn read_komi(
    tree: &Tree,
    written: &str,
    handicap: u32,
    note: &mut impl FnMut(NoteKind),
) -> Option<HalfPoints> {
    if written.is_empty() {
        note(NoteKind::KomiMissing);
        return None;
    }
    let from_fox = tree.values(tree.root(), "AP").any(|program| {
        let program = program.to_ascii_lowercase();
        program.contains("foxwq") || program.contains("sgfc:2.0")
    });
    let repaired = match from_fox {
        true => repair_fox_komi(written, handicap, tree.get(tree.root(), "AB").is_some()),
        false => None,
    };
    let repaired = repaired.or_else(|| repair_komi(written));
    if let Some((komi, because)) = repaired {
        note(NoteKind::KomiRepaired { written: quoted(written), komi, because });
        return Some(komi);
    }
    let Ok(komi) = written.parse::<HalfPoints>() else {
        note(NoteKind::KomiUnreadable { written: quoted(written) });
        return None;
    };
    if komi.abs() > LARGEST_KOMI {
        note(NoteKind::KomiOdd { written: quoted(written) });
    } else if from_fox && komi == HalfPoints::ZERO && handicap == 0 {
        note(NoteKind::KomiPerhapsDefault);
    }
    Some(komi)
}

/// What the Fox server is known to write wrongly.
fn repair_fox_komi(
    written: &str,
    handicap: u32,
    stones_placed: bool,
) -> Option<(HalfPoints, KomiRepair)> {
    let halves = match written {
        "50" => 1,
        "275" | "550" => 11,
        "325" | "650" => 13,
        "350" | "700" => 14,
        "375" | "750" => 15,
        "0" => return None,
        _ if handicap == 1 => return Some((HalfPoints::ZERO, KomiRepair::FoxNoKomi)),
        _ => return None,
    };
    Some(match handicap {
        _ if halves == 1 => (HalfPoints::from_halves(1), KomiRepair::FoxHundredths),
        1 => (HalfPoints::ZERO, KomiRepair::FoxNoKomi),
        2.. if stones_placed => (HalfPoints::ZERO, KomiRepair::FoxHandicap),
        _ => (HalfPoints::from_halves(halves), KomiRepair::FoxHundredths),
    })
}

/// Quarters, decimal commas and units, whoever wrote them.
fn repair_komi(written: &str) -> Option<(HalfPoints, KomiRepair)> {
    if written.parse::<HalfPoints>().is_ok() {
        return None;
    }
    // Nobody gives more than four *zi* and a quarter.
    if let Some(quarters) = quarters_of(written).filter(|quarters| quarters.abs() <= 17) {
        return Some((HalfPoints::from_halves(quarters), KomiRepair::Stones));
    }
    let plain = half_width(written);
    let (is_negative, number) = match plain.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, plain.as_str()),
    };
    let komi = margin(number)?;
    Some((if is_negative { -komi } else { komi }, KomiRepair::Spelling))
}

/// The rank's value in steps, 30 kyu lowest, professionals highest; `None` if it is not a rank.
///
/// ```
/// use aji_record::rank_order;
///
/// assert!(rank_order("3k") < rank_order("1d") && rank_order("9d") < rank_order("1p"));
/// assert_eq!(rank_order("7 dan"), rank_order("7d*"));
/// ```
pub fn rank_order(rank: &str) -> Option<i32> {
    let digits: String = rank.trim().chars().take_while(char::is_ascii_digit).collect();
    let number: i32 = digits.parse().ok().filter(|number| (1..=40).contains(number))?;
    let unit = rank.trim()[digits.len()..].trim().to_lowercase();
    match unit.chars().next()? {
        'k' | '级' | '級' | '급' => Some(-number),
        'd' | '段' | '단' => Some(number),
        'p' => Some(number + 100),
        _ => None,
    }
}

impl Head {
    /// The name of a player with the rank, as people write it; the colour if there is no name.
    pub fn player(&self, color: Color) -> String {
        let (name, rank) = (&self.players[color], &self.ranks[color]);
        match (name.is_empty(), rank.is_empty()) {
            (true, true) => color.to_string(),
            (true, false) => format!("{color} ({rank})"),
            (false, true) => name.clone(),
            (false, false) => format!("{name} ({rank})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf;

    fn read(root: &str) -> (Result<Head, FaultKind>, Vec<String>) {
        let tree = sgf::parse(format!("(;{root})")).unwrap().tree;
        let mut notes = Vec::new();
        let head = Head::read(&tree, &mut |note| notes.push(note.to_string()));
        (head, notes)
    }

    #[test]
    fn komi_and_its_repairs() {
        let fox = "AP[foxwq]";
        let cases = [
            ("KM[6.5]", "6.5", false),
            ("KM[6.50]", "6.5", false),
            ("KM[-5]", "-5", false),
            ("KM[3.75]", "7.5", true),
            ("KM[-3.75]", "-7.5", true),
            ("KM[6,5]", "6.5", true),
            ("KM[6.5目]", "6.5", true),
            ("KM[5目半]", "5.5", true),
            ("KM[7½]", "7.5", true),
            ("KM[6 1/2]", "6.5", true),
            ("KM[５．５]", "5.5", true),
            ("KM[-6,5]", "-6.5", true),
            // Without Fox a strange komi is only pointed out.
            ("KM[375]", "375", true),
            (&format!("KM[275]{fox}"), "5.5", true),
            (&format!("KM[550]{fox}"), "5.5", true),
            (&format!("KM[325]{fox}"), "6.5", true),
            (&format!("KM[650]{fox}"), "6.5", true),
            (&format!("KM[375]{fox}"), "7.5", true),
            ("KM[750]AP[SGFC:2.0]", "7.5", true),
            (&format!("KM[350]{fox}"), "7", true),
            (&format!("KM[700]{fox}"), "7", true),
            (&format!("KM[50]{fox}"), "0.5", true),
            (&format!("KM[375]HA[2]AB[dd][pp]{fox}"), "0", true),
            (&format!("KM[50]HA[2]AB[dd][pp]{fox}"), "0.5", true),
            (&format!("KM[375]HA[1]{fox}"), "0", true),
            (&format!("KM[0]HA[0]{fox}"), "0", true),
            (&format!("KM[0]HA[1]{fox}"), "0", false),
            (&format!("KM[6.5]{fox}"), "6.5", false),
            (&format!("KM[6.5]AP[MultiGo:3.9]{fox}"), "6.5", false),
        ];
        for (root, komi, noted) in cases {
            let (head, notes) = read(root);
            assert_eq!(
                head.unwrap().komi.map(|komi| komi.to_string()),
                Some(komi.into()),
                "{root}"
            );
            assert_eq!(!notes.is_empty(), noted, "{root}: {notes:?}");
        }
        for root in ["", "KM[]", "KM[six]", "KM[-2147483648]", "KM[-]", "KM[6.75]"] {
            let (head, notes) = read(root);
            assert_eq!((head.unwrap().komi, notes.len()), (None, 1), "{root}");
        }
    }

    #[test]
    fn sizes() {
        let size = |root: &str| read(root).0.map(|head| head.size.to_string());
        assert_eq!(size(""), Ok("19x19".into()));
        assert_eq!(size("SZ[13]"), Ok("13x13".into()));
        assert_eq!(size("SZ[19:9]"), Ok("19x9".into()));
        assert_eq!(size("SiZe[9]"), Ok("9x9".into()));
        for root in ["SZ[52]", "SZ[0]", "SZ[big]", "SZ[19:]"] {
            assert!(matches!(size(root), Err(FaultKind::Size { .. })), "{root}");
        }
    }

    #[test]
    fn rules_and_other_games() {
        let rules = |root: &str| read(root).0.unwrap().rules;
        assert_eq!(rules("RU[Japanese]"), Some(RuleSet::Japanese));
        assert_eq!(rules("RU[Chinese rules]"), Some(RuleSet::Chinese));
        assert_eq!(rules("RU[中国规则]"), Some(RuleSet::Chinese));
        assert_eq!(rules("RU[AGA]"), Some(RuleSet::Aga));
        assert_eq!(rules("RU[GOE]"), Some(RuleSet::Chinese));
        assert_eq!(rules(""), None);
        let (head, notes) = read("KM[0]RU[Calvinball]");
        assert_eq!(head.unwrap().rules, None);
        assert_eq!(notes, ["the rules 'Calvinball' are not known; Japanese rules were taken"]);
        assert!(matches!(read("GM[2]").0, Err(FaultKind::NotGo { .. })));
    }

    #[test]
    fn what_the_root_does_not_say_a_node_before_the_first_move_may() {
        let (head, notes) = read(";PB[x]KM[6.5]RU[AGA]SZ[9];B[dd]PW[y]");
        let head = head.unwrap();
        assert_eq!((head.size, head.players.black.as_str()), (Size::NINE, "x"));
        assert_eq!((head.rules, head.players.white.as_str()), (Some(RuleSet::Aga), ""));
        assert_eq!(notes, [""; 0]);
    }

    #[test]
    fn names_have_no_control_characters() {
        let head = read("PB[\u{1b}[31mRed\u{7}\\]]").0.unwrap();
        assert_eq!(head.players.black, "[31mRed]");
    }

    #[test]
    fn a_result_may_stand_behind_the_moves() {
        let head = read("KM[0];B[aa];W[bb]RE[W+R]").0.unwrap();
        assert_eq!(head.outcome.map(|outcome| outcome.to_string()), Some("W+R".into()));
    }
}
