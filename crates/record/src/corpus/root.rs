//! Tells the first node of a game from that of a variation.

use memchr::memchr3;

/// Which properties the first node of a tree has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FirstNode {
    /// One that may stand in the root only, with a plain value, as such properties have. In an
    /// SGF text quoted in a comment the brackets are escaped, so its values are not plain.
    pub root: bool,
    /// One about the game, which may stand once on any way through the tree.
    pub info: bool,
}

impl FirstNode {
    /// Reads the properties of the first node of a tree, those that are whole in `bytes`.
    pub fn of(bytes: &[u8]) -> FirstNode {
        let mut found = FirstNode::default();
        let mut rest = bytes.strip_prefix(b"(").unwrap_or(bytes).trim_ascii_start();
        rest = rest.strip_prefix(b";").unwrap_or(rest).trim_ascii_start();
        loop {
            let name = identifier(rest);
            rest = rest[name.len()..].trim_ascii_start();
            if name.is_empty() || rest.first() != Some(&b'[') {
                return found;
            }
            let mut plain = true;
            while rest.first() == Some(&b'[') {
                let Some(length) = value_length(rest) else {
                    return found;
                };
                plain &= memchr3(b'[', b'\\', b'\n', &rest[1..length]).is_none();
                rest = rest[length..].trim_ascii_start();
            }
            // Old files write names in full, "GaMe": the capitals are what counts.
            let mut capitals = name.iter().filter(|byte| byte.is_ascii_uppercase());
            let [Some(&first), Some(&second), None] = [(); 3].map(|()| capitals.next()) else {
                continue;
            };
            match &[first, second] {
                b"GM" | b"FF" | b"SZ" | b"CA" | b"AP" | b"ST" => found.root |= plain,
                b"PB" | b"PW" | b"BR" | b"WR" | b"KM" | b"RE" | b"HA" | b"DT" | b"EV" | b"GN"
                | b"PC" | b"RU" | b"TM" => found.info = true,
                _ => {}
            }
        }
    }
}

fn identifier(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    &bytes[..length]
}

/// The length of a value with both its brackets.
fn value_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b']' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_nodes() {
        let cases = [
            ("(;GM[1]FF[4];PB[x]", true, false),
            ("(\n; PB [x] SZ[9]", true, true),
            ("(GaMe[1]PlayerBlack[x]", true, true),
            ("(;AB[aa][bb]KM[6.5]", false, true),
            ("(;B[aa]C[SZ[9\\]](;SZ[9])", false, false),
            // Not whole, or not plain.
            ("(;GM[1", false, false),
            ("(;GM[1\\]FF[4\\])]", false, false),
            ("", false, false),
        ];
        for (text, root, info) in cases {
            assert_eq!(FirstNode::of(text.as_bytes()), FirstNode { root, info }, "{text}");
        }
    }
}
