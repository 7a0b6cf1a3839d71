//! The status of every point of drawn boards when its owner always passes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use aji_play::gtp::{Engine, EngineSettings, serve};
use aji_rules::{Color, Diagram};

/// A drawing and every point's status: `a`live, `d`ead, `b`lack's and `w`hite's territory, `u`ndecided.
/// The statuses come from a program that shares nothing with this one: it takes Benson's definition word
/// for word and has the enemy try everything in the regions that are left while the owner passes.
#[rustfmt::skip]
const CASES: [(&str, &str); 66] = [
    (".X.X. XXXX. ..... .....", "babau aaaau uuuuu uuuuu"),
    (".O.OO OOOO. ..X.. .....", "wawaa aaaau uuuuu uuuuu"),
    (".X.X.X XXXXXX ...... ......", "bababa aaaaaa uuuuuu uuuuuu"),
    (".XX.. XX... ..... .....", "uuuuu uuuuu uuuuu uuuuu"),
    ("XX.X. X.XX. XX... .....", "aabab abaab aabbb bbbbb"),
    ("XX.X. X.XX. X.... .....", "uuuuu uuuuu uuuuu uuuuu"),
    (".X.O. XXXXX ..... .....", "babdb aaaaa uuuuu uuuuu"),
    (".XOO. XXXXX ..... .....", "baddb aaaaa uuuuu uuuuu"),
    (".X... XX.OX XX..X XXXXX", "uuuuu uuuuu uuuuu uuuuu"),
    (".XO.. X.XO. OXX.. OO...", "uuuuu uuuuu uuuuu uuuuu"),
    (".X.X. XXXXX .X.X.", "babab aaaaa babab"),
    ("X.X.X XXXXX OOOOO O.O.O", "ababa aaaaa aaaaa awawa"),
    (".X.XO XXXXO OOOOO .O.O.", "babaa aaaaa aaaaa wawaw"),
    (".XO.. XXO.. .XOOO XXO.O OOOO.", "baaww aaaww baaaa aaawa aaaaw"),
    ("..X.. ..X.. ..X.. XXX.. .....", "uuuuu uuuuu uuuuu uuuuu uuuuu"),
    (".X..X. XXXXXX ...... ......", "babbab aaaaaa uuuuuu uuuuuu"),
    (".X.X.. X.XX.. .XX... X..... ......", "babauu abaauu uaauuu uuuuuu uuuuuu"),
    ("X.X.. .XXX. XX... ..... .....", "abauu baaau aauuu uuuuu uuuuu"),
    (".XXX. X...X .XXX. ..... .....", "uuuuu uuuuu uuuuu uuuuu uuuuu"),
    ("XXXXX X.X.X XXXXX ..... .....", "aaaaa ababa aaaaa uuuuu uuuuu"),
    ("O.O.X OOOOX ....X XXXXX .....", "uuuuu uuuuu uuuuu uuuuu uuuuu"),
    (".X.OO XXXXO ..XO. XXXO. OOOOO", "babdd aaaad bbadb aaadb ddddd"),
    (".XXOO X.XO. XXXOO OOOO. ..O..", "baaaa abaaw aaaaa aaaaw wwaww"),
    (".OOX.X OOOXX. .OOXXX", "waaaba aaaaab waaaaa"),
    ("X.X. XXXX XXXX XXX. XX.X", "abab aaaa aaaa aaab aaba"),
    ("X.X.X .O.XO OOOO. O.XOO .O.O.", "dwdwd wawdu aaaaw awdaa wawaw"),
    ("...X XXXX XXOO XX.O .X.X", "bbba aaaa aadd aabd babu"),
    ("O..O .OOO OOOO .OO.", "uwwa waaa aaaa waaw"),
    ("XOO. .XOO OOO. O.OO OO.O", "daaw wdaa aaaw awaa aawa"),
    ("X.XX. .XXXX XO.X. X.OXX .OXX.", "ubaab baaaa udbab ubdaa bdaab"),
    ("O.O.. OOO.O O.OO.", "awaww aaawu awaaw"),
    ("XX.X. XX.XX .XXXX X.XX. XXXXX", "aabab aabaa baaaa abaab aaaaa"),
    ("O.XX. OOXXX O.OOX .OO.O OO.O.", "awddw aaddd awaad waawa aawaw"),
    (".OO.. OOO.. O.O.O", "waauu aaauu awauu"),
    (".XX.X XXXX. X.XXX .X.XX", "baaba aaaab abaaa babaa"),
    (".OOOO OOOO. .OOOO", "waaaa aaaaw waaaa"),
    ("OO..X XXOOX XXX.O O..OO O.O.O", "uuuuu uuuuu uuuuu uuuuu uuuuu"),
    ("X.XX .XX. .XXX X.XX .XX.", "ubaa baab baaa abaa baab"),
    (".X.XX XXXX. XX.XX X.XXX .X...", "babaa aaaab aabaa abaaa babbb"),
    (".XXXX XXX.X X.XXX .XX.X X.XXX", "baaaa aaaba abaaa baaba abaaa"),
    ("X.X.O .XOOO O.OO. .OO.O XX.O.", "dwdwa wdaaa uwaaw waawa ddwaw"),
    ("XX.XX .XOXX XXXX.", "aabaa badaa aaaab"),
    ("XXXX. XOXXX OOOXX O.OXX .OOX.", "aaaab aaaaa aaaaa awaaa waaab"),
    ("O.OO. OOOOO .O.O.", "awaaw aaaaa wawaw"),
    (".XX.X XX.OX OOO.O .OOO.", "uuuuu uuuuu uuuuu uuuuu"),
    ("X.XX .XXX XX.. .X.X XXX.", "abaa baaa aabb babu aaab"),
    ("OO.O .OO. OO.O OOO.", "aawa waaw aawa aaaw"),
    ("...X XXX. ..XX XXX.", "bbbu aaab bbaa aaab"),
    ("O.OO. OO.XX X.OOO OO.X. .OX.O", "uuuuu uuuuu uuuuu uuuuu uuuuu"),
    ("O.OO. .OO.O O..OO .O.OO OOO.O", "awaaw waawa awwaa wawaa aaawa"),
    ("X.O.O .XOOO X.XO. XXXOO", "uuawa uuaaa uuuaw uuuaa"),
    (".X.. XX.X X.XX XX.X", "babb aaba abaa aaba"),
    ("XX..O. .XXXOO XXOOO.", "uuuuaw uuuuaa uuaaaw"),
    (".X.X. XXXXX XXXXX XXXX.", "babab aaaaa aaaaa aaaab"),
    (".O.OOO OOXOO. OX.X.O", "uuuuuu uuuuuu uuuuuu"),
    ("O.OO. OOOO. O.OOO", "awaaw aaaaw awaaa"),
    ("XX.XX XXXX. ..X.X XXX.. .X.XX", "aabaa aaaab bbabu aaabb babuu"),
    ("XO... .OX.X OO.X. XO.XX .OOX.", "dauuu wauuu aauuu dauuu waauu"),
    ("X..X XXX. X.XX XX.X XOO.", "abbu aaab abaa aaba addb"),
    ("XXO. .XXX X.XO OOX. OXX.", "aadb baaa abad ddab daab"),
    (".XXXX XX... XXOX. ..XXX XXXX.", "baaaa aabbb aadab bbaaa aaaab"),
    (".O.. OOOO .O.O ..OO", "waww aaaa wawa wwaa"),
    (".XX. XXXO XXO. .XXO", "baab aaad aadb baad"),
    (".OOO OOOO .OOO O.O. .OOO", "waaa aaaa waaa awaw waaa"),
    ("OOO.OO ...O.O O.OOO.", "uuuuaa uuuawa uuaaaw"),
    ("O.OO. OOO.O .O.O. OOO.O O.OO.", "awaaw aaawa wawaw aaawa awaaw"),
];

#[test]
fn every_point_has_the_status_of_its_drawing() {
    let mut engine = Engine::new(EngineSettings::default()).unwrap();
    for (drawing, statuses) in CASES {
        let diagram: Diagram = drawing.replace(' ', "\n").parse().unwrap();
        let size = diagram.stones.size();
        let mut script = format!("rectangular_boardsize {} {}\n", size.width(), size.height());
        script += "set_position";
        for (point, stone) in diagram.stones.iter() {
            if let Some(color) = stone {
                let letter = if *color == Color::Black { 'b' } else { 'w' };
                script += &format!(" {letter} {}", size.vertex(point));
            }
        }
        script += "\n";
        for point in size.points() {
            script += &format!("unconditional_status {}\n", size.vertex(point));
        }
        let mut output = Vec::new();
        serve(&mut engine, std::io::Cursor::new(script.into_bytes()), &mut output).unwrap();
        let told = String::from_utf8(output).unwrap();
        let told: Vec<&str> = told.split_terminator("\n\n").skip(2).collect();
        let letters = statuses.chars().filter(|letter| *letter != ' ');
        assert_eq!(told.len(), size.area());
        for ((point, told), letter) in size.points().zip(told).zip(letters) {
            let expected = match letter {
                'a' => "= alive",
                'd' => "= dead",
                'b' => "= black_territory",
                'w' => "= white_territory",
                _ => "= undecided",
            };
            assert_eq!(told, expected, "{} of {drawing}", size.vertex(point));
        }
    }
}
