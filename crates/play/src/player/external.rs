//! Programs that speak the Go Text Protocol as players and referees.

use super::{Action, Choice, Player, PlayerError, Turn};
use crate::gtp::client::{Client, ClientError};
use aji_judge::Dice;
use aji_record::parse_outcome;
use aji_rules::{
    Color, Game, HalfPoints, Move, Outcome, Point, PointSet, Position, RuleSet, Rules, Size, Step,
};
use std::collections::HashSet;

/// Longer reasons than this are cut.
const LONGEST_REASON: usize = 1000;

/// A program that speaks the Go Text Protocol.
///
/// Every turn brings a whole game. What the program knows of it already is not told again, so it may
/// keep what it has thought.
pub struct External {
    command: String,
    client: Client,
    /// The commands that it lists.
    known: HashSet<String>,
    /// What it thinks is on the board.
    told: Option<Told>,
}

/// What a program was told of a game.
#[derive(Clone, PartialEq)]
struct Told {
    rules: Rules,
    komi: HalfPoints,
    handicap: u32,
    /// The board from which the moves go on: the game's start, or what was last set up.
    base: Position,
    moves: Vec<(Color, Move)>,
}

impl Told {
    /// All that is to be told of a game.
    fn of(game: &Game) -> Told {
        let steps = game.steps();
        // Programs cannot be told of stones that are put up between moves, so the story begins there.
        let is_set_up = |step: &Step| matches!(step, Step::SetUp(..));
        let begin = steps.iter().rposition(is_set_up).map_or(0, |index| index + 1);
        let base = match begin {
            0 => game.start().clone(),
            begin => game.position_after(begin),
        };
        let play = |step: &Step| match step {
            Step::Play(color, mv) => Some((*color, *mv)),
            Step::SetUp(..) => None,
        };
        Told {
            rules: game.rules(),
            komi: game.komi(),
            handicap: game.handicap(),
            base,
            moves: steps[begin..].iter().filter_map(play).collect(),
        }
    }

    /// The moves that are new to one who knows `self`; `None` if the game is another one.
    fn news<'m>(&self, now: &'m Told) -> Option<&'m [(Color, Move)]> {
        let same = self.rules == now.rules
            && self.komi == now.komi
            && self.handicap == now.handicap
            && self.base == now.base;
        now.moves.strip_prefix(&self.moves[..]).filter(|_| same)
    }
}

impl External {
    /// Starts a program by a command line such as `gnugo --mode gtp`.
    pub fn start(command: &str) -> Result<External, PlayerError> {
        let begin = || -> Result<(Client, HashSet<String>), ClientError> {
            let mut client = Client::start(command)?;
            let known = match client.send("list_commands") {
                Ok(list) => list.split_whitespace().map(str::to_string).collect(),
                Err(ClientError::Refused { .. }) => HashSet::new(),
                Err(error) => return Err(error),
            };
            Ok((client, known))
        };
        let (client, known) = begin().map_err(|error| failure(command, error.to_string()))?;
        Ok(External { command: command.to_string(), client, known, told: None })
    }

    /// The stones that it thinks are dead at the end of a game.
    pub fn dead_stones(&mut self, game: &Game) -> Result<PointSet, PlayerError> {
        self.follow(game, None)?;
        let list = self.ask("final_status_list dead")?;
        let size = game.position().size();
        let mut dead = PointSet::EMPTY;
        for word in list.split_whitespace() {
            let stone = size.parse_point(word).filter(|&p| game.position().stone(p).is_some());
            dead.insert(
                stone.ok_or_else(|| self.failure(format!("there is no dead stone at `{word}`")))?,
            );
        }
        Ok(dead)
    }

    /// The result that it counts at the end of a game; `None` if it says nothing of use.
    pub fn final_score(&mut self, game: &Game) -> Result<Option<Outcome>, PlayerError> {
        self.follow(game, None)?;
        let answer = self.ask("final_score")?;
        // Some add bounds after the score.
        Ok(answer.split_whitespace().next().and_then(|text| parse_outcome(text).ok()).flatten())
    }

    /// Black's lead in the game as it stands, komi and all, as GNU Go's `estimate_score` tells it.
    pub fn estimated_black_lead(&mut self, game: &Game) -> Result<f64, PlayerError> {
        self.follow(game, None)?;
        let answer = self.ask("estimate_score")?;
        // Bounds may follow. Tenths of points are no result of a game.
        let score = answer.split_whitespace().next().unwrap_or_default();
        let lead = match score.split_at_checked(2) {
            Some(("B+", points)) => points.parse().ok(),
            Some(("W+", points)) => points.parse().ok().map(|points: f64| -points),
            _ => (score == "0").then_some(0.0),
        };
        let lead = lead.filter(|lead: &f64| lead.is_finite());
        lead.ok_or_else(|| self.failure(format!("its estimate `{answer}` is no score")))
    }

    /// Tells it all that it does not know of a game. With dice, a new game gets a new seed where the
    /// program takes one.
    fn follow(&mut self, game: &Game, dice: Option<&mut Dice>) -> Result<(), PlayerError> {
        let now = Told::of(game);
        let size = now.base.size();
        // Until all is told, nothing can be relied on.
        let before = self.told.take();
        match before.as_ref().and_then(|told| told.news(&now)) {
            Some(news) => self.play_all(size, news)?,
            None => {
                self.begin(&now, dice)?;
                self.play_all(size, &now.moves)?;
            }
        }
        self.told = Some(now);
        Ok(())
    }

    fn begin(&mut self, game: &Told, dice: Option<&mut Dice>) -> Result<(), PlayerError> {
        let size = game.base.size();
        if size.is_square() {
            self.ask(&format!("boardsize {}", size.width()))?;
        } else if self.knows("rectangular_boardsize") {
            self.ask(&format!("rectangular_boardsize {} {}", size.width(), size.height()))?;
        } else {
            return Err(self.failure(format!("it plays on square boards, not on {size}")));
        }
        self.ask("clear_board")?;
        if self.knows("clear_cache") {
            // What it remembers of other games must not change this one.
            self.ask("clear_cache")?;
        }
        if let Some(dice) = dice.filter(|_| self.knows("set_random_seed")) {
            self.ask(&format!("set_random_seed {}", dice.bits() >> 33))?;
        }
        self.tell_rules(game.rules)?;
        self.ask(&format!("komi {}", game.komi))?;
        let stones: Vec<(Color, Point)> =
            size.points().filter_map(|point| Some((game.base.stone(point)?, point))).collect();
        let is_handicap = stones.len() > 1
            && stones.len() == game.handicap as usize
            && stones.iter().all(|(color, _)| *color == Color::Black);
        if is_handicap && self.knows("set_free_handicap") {
            let points: Vec<String> =
                stones.iter().map(|(_, point)| size.vertex(*point).to_string()).collect();
            self.ask(&format!("set_free_handicap {}", points.join(" ")))?;
            return Ok(());
        }
        // On the way to a legal board every chain has liberties, so no order of the stones captures.
        let plays: Vec<(Color, Move)> =
            stones.into_iter().map(|(color, point)| (color, Move::Place(point))).collect();
        self.play_all(size, &plays)
    }

    /// Names the rules where it has a command for that; one that knows only others plays on by those.
    fn tell_rules(&mut self, rules: Rules) -> Result<(), PlayerError> {
        let Some(set) = RuleSet::ALL.into_iter().find(|&set| Rules::from(set) == rules) else {
            return Ok(());
        };
        let kgs = match set {
            RuleSet::Japanese => Some("japanese"),
            RuleSet::Chinese | RuleSet::ChineseKgs | RuleSet::ChineseOgs => Some("chinese"),
            RuleSet::Aga => Some("aga"),
            RuleSet::NewZealand => Some("new_zealand"),
            _ => None,
        };
        let command = if self.knows("kata-set-rules") {
            format!("kata-set-rules {set}")
        } else if let Some(name) = kgs.filter(|_| self.knows("kgs-rules")) {
            format!("kgs-rules {name}")
        } else {
            return Ok(());
        };
        match self.client.send(&command) {
            Ok(_) | Err(ClientError::Refused { .. }) => Ok(()),
            Err(error) => Err(self.failure(error.to_string())),
        }
    }

    fn play_all(&mut self, size: Size, moves: &[(Color, Move)]) -> Result<(), PlayerError> {
        for &(color, mv) in moves {
            self.ask(&format!("play {} {}", color.letter(), size.move_text(mv)))?;
        }
        Ok(())
    }

    /// What it says of the move that it made last.
    fn reasons(&mut self) -> Result<Vec<String>, PlayerError> {
        if !self.knows("gomill-explain_last_move") {
            return Ok(Vec::new());
        }
        let text = match self.client.send("gomill-explain_last_move") {
            Ok(text) => text,
            Err(ClientError::Refused { .. }) => String::new(),
            Err(error) => return Err(self.failure(error.to_string())),
        };
        let text: String = text.trim().chars().take(LONGEST_REASON).collect();
        Ok(if text.is_empty() { Vec::new() } else { vec![text] })
    }

    fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    fn ask(&mut self, command: &str) -> Result<String, PlayerError> {
        self.client.send(command).map_err(|error| self.failure(error.to_string()))
    }

    fn failure(&self, trouble: String) -> PlayerError {
        failure(&self.command, trouble)
    }
}

fn failure(command: &str, trouble: String) -> PlayerError {
    PlayerError::External { program: command.to_string(), trouble }
}

impl Player for External {
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Choice, PlayerError> {
        self.follow(turn.game(), Some(dice))?;
        let (size, color) = (turn.size(), turn.color());
        // Whatever goes wrong from here on, what it has on its board is not sure.
        let told = self.told.take();
        let answer = self.ask(&format!("genmove {}", color.letter()))?;
        if answer.eq_ignore_ascii_case("resign") {
            let reasons = vec!["resigns".to_string()];
            return Ok(Choice { action: Action::Resign, reasons, candidates: Vec::new() });
        }
        let nonsense = || self.failure(format!("its move `{answer}` is none on {size}"));
        let mv = size.parse_move(&answer).ok_or_else(nonsense)?;
        if let Err(illegal) = turn.game().check(color, mv) {
            return Err(self.failure(format!("its move {answer} is illegal: {illegal}")));
        }
        let reasons = self.reasons()?;
        self.told = told.map(|mut told| {
            told.moves.push((color, mv));
            told
        });
        Ok(Choice { action: Action::Play(mv), reasons, candidates: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;

    /// An engine that writes down what it hears and makes the moves of a list.
    struct Fake {
        folder: tempfile::TempDir,
        player: External,
    }

    impl Fake {
        fn new(known: &str, moves: &str) -> Fake {
            let folder = tempfile::tempdir().unwrap();
            let script = format!(
                r#"cd "$(dirname "$0")"
                set -- {moves}
                while read line; do
                    echo "$line" >>heard
                    case "$line" in
                        list_commands) printf '= %s\n\n' '{known}' ;;
                        genmove*) printf '= %s\n\n' "$1"; shift ;;
                        gomill*) printf '= looks big\nand safe\n\n' ;;
                        final_status_list*) printf '= A1\nB1 C1\n\n' ;;
                        final_score) printf '= W+2.5\n\n' ;;
                        estimate_score) printf '= W+12.3 (upper bound: 1.0, lower: 2.0)\n\n' ;;
                        quit) printf '=\n\n'; exit ;;
                        *) printf '=\n\n' ;;
                    esac
                done"#
            );
            let path = folder.path().join("engine.sh");
            fs::write(&path, script).unwrap();
            let player = External::start(&format!("sh {}", path.display())).unwrap();
            Fake { folder, player }
        }

        fn choose(&mut self, game: &Game) -> Result<Choice, PlayerError> {
            self.player.choose(&Turn::of(game), &mut Dice::new(1, 1))
        }

        /// What it heard since it was asked last.
        fn heard(&self) -> String {
            let path: PathBuf = self.folder.path().join("heard");
            let text = fs::read_to_string(&path).unwrap();
            fs::remove_file(path).unwrap();
            text.trim().replace('\n', ", ")
        }
    }

    fn game() -> Game {
        Game::new(Size::NINE, RuleSet::Chinese.into()).with_komi(HalfPoints::from_halves(15))
    }

    fn play(game: &mut Game, names: &str) {
        for name in names.split_whitespace() {
            game.play(game.position().size().parse_move(name).unwrap()).unwrap();
        }
    }

    #[test]
    fn only_news_are_told() {
        let mut fake = Fake::new("", "C3 D4 pass");
        let mut game = game();
        play(&mut game, "E5 F5");
        assert_eq!(fake.choose(&game).unwrap().action, Action::Play(place("C3")));
        let expected = "list_commands, boardsize 9, clear_board, komi 7.5, play B E5, play W F5, \
                        genmove B";
        assert_eq!(fake.heard(), expected);
        play(&mut game, "C3 G7");
        fake.choose(&game).unwrap();
        assert_eq!(fake.heard(), "play W G7, genmove B");
        // It wanted D4, but something else was played.
        play(&mut game, "pass");
        assert_eq!(fake.choose(&game).unwrap().action, Action::Play(Move::Pass));
        assert!(fake.heard().starts_with("boardsize 9, clear_board, "));
    }

    fn place(name: &str) -> Move {
        Move::Place(Size::NINE.parse_point(name).unwrap())
    }

    #[test]
    fn rules_handicap_seed_and_reasons_where_they_are_understood() {
        let known = "kata-set-rules kgs-rules set_free_handicap set_random_seed clear_cache \
                     gomill-explain_last_move";
        let mut fake = Fake::new(known, "E5 RESIGN");
        let setup = aji_rules::handicap::setup(Size::NINE, 2).unwrap();
        let start = Position::try_from(setup).unwrap();
        let mut game = Game::from_position(start, RuleSet::Japanese.into()).with_handicap(2);
        let choice = fake.choose(&game).unwrap();
        assert_eq!(choice.reasons, ["looks big\nand safe"]);
        let heard = fake.heard();
        let seed = Dice::new(1, 1).bits() >> 33;
        assert_eq!(
            heard,
            format!(
                "list_commands, boardsize 9, clear_board, clear_cache, set_random_seed {seed}, \
                 kata-set-rules japanese, komi 0, set_free_handicap G7 C3, genmove W, \
                 gomill-explain_last_move"
            )
        );
        play(&mut game, "E5 pass");
        assert_eq!(fake.choose(&game).unwrap().action, Action::Resign);
    }

    #[test]
    fn a_board_set_up_on_the_way_is_told_as_it_is() {
        let mut fake = Fake::new("", "E5");
        let mut game = game();
        play(&mut game, "A9 B9");
        let stones = [("A9", None), ("D4", Some(Color::White))]
            .map(|(name, stone)| (Size::NINE.parse_point(name).unwrap(), stone));
        game.set_up(stones, Color::White).unwrap();
        play(&mut game, "G7");
        fake.choose(&game).unwrap();
        let expected = "komi 7.5, play W B9, play W D4, play W G7, genmove B";
        assert!(fake.heard().ends_with(expected));
    }

    #[test]
    fn moves_that_are_none() {
        let mut game = game();
        play(&mut game, "E5");
        for (answer, trouble) in [
            ("E5", "its move E5 is illegal: the point is occupied"),
            ("Z99", "its move `Z99` is none on 9x9"),
        ] {
            let error = Fake::new("", answer).choose(&game).unwrap_err().to_string();
            assert!(error.starts_with("sh ") && error.ends_with(trouble), "{error}");
        }
        let oblong = Game::new(Size::new(9, 7).unwrap(), RuleSet::Chinese.into());
        let error = Fake::new("", "E5").choose(&oblong).unwrap_err().to_string();
        assert!(error.ends_with("it plays on square boards, not on 9x7"), "{error}");
    }

    #[test]
    fn as_referee() {
        let mut fake = Fake::new("", "");
        let mut game = game();
        play(&mut game, "A1 B1");
        let error = fake.player.dead_stones(&game).unwrap_err().to_string();
        assert!(error.ends_with("there is no dead stone at `C1`"), "{error}");
        play(&mut game, "C1");
        assert_eq!(fake.player.dead_stones(&game).unwrap().len(), 3);
        let score = fake.player.final_score(&game).unwrap().unwrap();
        assert_eq!(score.to_string(), "W+2.5");
        assert_eq!(fake.player.estimated_black_lead(&game), Ok(-12.3));
    }
}
