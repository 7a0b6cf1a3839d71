//! Who answers: a game, a player, an analyst and a judge.

use super::arguments::{Arguments, Refusal};
use super::command::{self, OpenAnalysis, Progress};
use super::wire::{Reply, Request};
use crate::analyst::{Analysis, Analyst, Scope};
use crate::by_shapes::ByShapes;
use crate::clock::{GameClock, TimeSystem, moves_left};
use crate::player::{Choice, Player, PlayerError, PlayerName, Resignation, Roster, Turn};
use crate::search::{Budget, RootMoves};
use aji_judge::Dice;
use aji_judge::Library;
use aji_judge::judgement::{Explainer, Judgement, Question, Recent};
use aji_judge::life::{JudgedLife, judged_life};
use aji_judge::score::{FinalScore, Scorer};
use aji_judge::territory::{Model, ModelName};
use aji_rules::{Color, Game, HalfPoints, Point, Position, RuleSet, Rules, Size};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// From whose side the chances and leads of analysis commands are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// That of the side to move, as KataGo's and Leela Zero's GTP have it.
    SideToMove,
    /// Always one colour.
    Color(Color),
}

impl Perspective {
    /// What a number that is good for Black is to be multiplied by.
    pub fn sign(self, to_move: Color) -> f64 {
        let color = match self {
            Perspective::SideToMove => to_move,
            Perspective::Color(color) => color,
        };
        f64::from(color.sign())
    }

    /// Black's chance as a chance of whose perspective it is.
    pub fn chance(self, to_move: Color, black_wins: f64) -> f64 {
        if self.sign(to_move) > 0.0 { black_wins } else { 1.0 - black_wins }
    }
}

/// A word that is no perspective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no perspective: take side-to-move, black or white")]
pub struct UnknownPerspective(String);

impl FromStr for Perspective {
    type Err = UnknownPerspective;

    fn from_str(text: &str) -> Result<Perspective, UnknownPerspective> {
        // KataGo spells the first one SIDETOMOVE.
        match text.to_ascii_lowercase().as_str() {
            "side-to-move" | "sidetomove" => Ok(Perspective::SideToMove),
            "black" => Ok(Perspective::Color(Color::Black)),
            "white" => Ok(Perspective::Color(Color::White)),
            _ => Err(UnknownPerspective(text.to_string())),
        }
    }
}

impl fmt::Display for Perspective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Perspective::SideToMove => "side-to-move",
            Perspective::Color(Color::Black) => "black",
            Perspective::Color(Color::White) => "white",
        })
    }
}

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// What it says its name is.
    pub name: String,
    /// Who chooses its moves.
    pub player: PlayerName,
    /// Who else may be asked to.
    pub roster: Roster,
    /// The models that it thinks with.
    pub library: Arc<Library>,
    /// Which of them judges positions.
    pub judge: ModelName,
    /// The rules until somebody sets others.
    pub rules: RuleSet,
    /// The side of the board until somebody sets another.
    pub size: Size,
    /// From whose side analysis is seen.
    pub perspective: Perspective,
    /// What its dice are thrown with.
    pub seed: u64,
    /// When its player resigns.
    pub resignation: Resignation,
    /// How many threads analysis reads with; with more than one, the same command may have other answers.
    pub threads: usize,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            name: "aji".to_string(),
            player: PlayerName::patterns(),
            roster: Roster::built_in(),
            library: Library::built_in(),
            judge: ModelName::Field,
            rules: RuleSet::Chinese,
            size: Size::NINETEEN,
            perspective: Perspective::SideToMove,
            seed: 0,
            resignation: Resignation::default(),
            threads: 1,
        }
    }
}

/// An engine with a game under way.
pub struct Engine {
    pub(super) settings: EngineSettings,
    /// The rules of the next game; those of this one are the game's.
    pub(super) rules: Rules,
    game: Game,
    clock: GameClock,
    player: Box<dyn Player>,
    judge: ByShapes<Arc<Model>>,
    analyst: Analyst,
    explainer: Explainer,
    /// What was judged of the game as it stands.
    judged: Option<Box<Judgement>>,
    scorer: Scorer,
    /// The same game scored as if it ended there.
    scored: Option<Box<FinalScore>>,
    /// Why the engine's last move was chosen.
    pub(super) explanation: Option<String>,
    /// Whether answers about life say so if they are not read out.
    pub(super) reports_uncertainty: bool,
    /// What is being analysed until the next command.
    open: Option<OpenAnalysis>,
    has_quit: bool,
}

impl Engine {
    /// With an empty board.
    pub fn new(settings: EngineSettings) -> Result<Engine, PlayerError> {
        let library = &settings.library;
        let judge = Model::of(settings.judge, library)?;
        let scorer = Scorer::of(library)?;
        let explainer = Explainer::new(judge.clone(), judge.usual_inference());
        let rules = settings.rules.into();
        let mut player = settings.player.player(library)?;
        player.set_resignation(settings.resignation);
        Ok(Engine {
            game: Game::new(settings.size, rules).with_komi(settings.rules.default_komi()),
            rules,
            clock: GameClock::default(),
            player,
            judge: ByShapes(judge.clone()),
            analyst: Analyst::new(judge).with_scorer(scorer.clone()).with_threads(settings.threads),
            explainer: explainer.with_scorer(scorer.clone()),
            judged: None,
            scorer,
            scored: None,
            explanation: None,
            reports_uncertainty: false,
            open: None,
            has_quit: false,
            settings,
        })
    }

    /// Answers a request.
    pub fn answer(&mut self, request: &Request) -> Reply {
        self.open = None;
        let Some(command) = command::find(&request.name) else {
            return Reply::Bad("unknown command".to_string());
        };
        let arguments = Arguments::new(&request.arguments, self.size());
        match command(self, arguments) {
            Ok(reply) => reply,
            Err(Refusal(text)) => Reply::Bad(text),
        }
    }

    pub(super) fn open(&mut self, analysis: OpenAnalysis) {
        self.open = Some(analysis);
    }

    /// Goes on with the analysis whose reply is open, for a moment.
    pub(super) fn go_on_analysing(&mut self) -> Progress {
        let Some(mut open) = self.open.take() else { return Progress::Full(String::new()) };
        // What could be told once can be told again.
        let progress = open.read_on(self).unwrap_or(Progress::Full(String::new()));
        self.open = Some(open);
        progress
    }

    /// Whether it was told to quit.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    pub(super) fn quit(&mut self) {
        self.has_quit = true;
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    pub(super) fn size(&self) -> Size {
        self.position().size()
    }

    /// The game, to be changed: what was judged of it does not hold any more.
    pub(super) fn game_mut(&mut self) -> &mut Game {
        self.judged = None;
        self.scored = None;
        &mut self.game
    }

    /// All that was read and judged is forgotten.
    pub(super) fn forget(&mut self) {
        (self.judged, self.scored) = (None, None);
        self.analyst.forget();
        self.player.forget();
    }

    /// Another game, under the rules and komi as they are.
    pub(super) fn start(&mut self, position: Position, handicap: u32) {
        let (rules, komi) = (self.rules, self.game.komi());
        *self.game_mut() =
            Game::from_position(position, rules).with_komi(komi).with_handicap(handicap);
        self.explanation = None;
        self.clock.restart();
    }

    /// The clocks of both sides.
    pub(super) fn clock_mut(&mut self) -> &mut GameClock {
        &mut self.clock
    }

    /// Time is counted like this from now on.
    pub(super) fn set_time(&mut self, system: TimeSystem) {
        self.clock = GameClock::new(system);
    }

    /// The same game with other rules or another komi.
    pub(super) fn set_conditions(&mut self, rules: Rules, komi: HalfPoints) {
        self.rules = rules;
        // Suicide that the new rules forbid: the past is given up, the board stays.
        let game = self.game.under(rules, komi).unwrap_or_else(|_| {
            let game = Game::from_position(self.position().clone(), rules);
            game.with_komi(komi).with_handicap(self.game.handicap())
        });
        *self.game_mut() = game;
    }

    /// Another player chooses from now on.
    pub(super) fn set_player(&mut self, name: PlayerName) -> Result<(), Refusal> {
        let player = name.player(&self.settings.library);
        self.player = player.map_err(|error| error.to_string())?;
        self.player.set_resignation(self.settings.resignation);
        self.settings.player = name;
        Ok(())
    }

    /// What the player would do for this colour.
    pub(super) fn choose(&mut self, color: Color) -> Result<Choice, Refusal> {
        let mut dice = Dice::new(self.settings.seed, self.game.steps().len() as u64);
        let time = self.clock.time_for(color, moves_left(self.position()));
        let turn = Turn::of_color(&self.game, color).within(time);
        self.player.choose(&turn, &mut dice).map_err(|error| error.to_string().into())
    }

    /// What the analyst makes of this colour's turn.
    pub(super) fn analyse(&mut self, color: Color, scope: &Scope) -> Result<Analysis, Refusal> {
        let turn = Turn::of_color(&self.game, color);
        self.analyst.analyse(&turn, scope).map_err(|error| error.to_string().into())
    }

    /// The same with what was read before.
    pub(super) fn go_on(&mut self, color: Color, scope: &Scope) -> Result<Analysis, Refusal> {
        let turn = Turn::of_color(&self.game, color);
        self.analyst.go_on(&turn, scope).map_err(|error| error.to_string().into())
    }

    /// Reads on in this colour's turn; says whether there is room to read more.
    pub(super) fn read_on(
        &mut self,
        color: Color,
        among: &RootMoves,
        budget: Budget,
    ) -> Result<bool, Refusal> {
        let turn = Turn::of_color(&self.game, color);
        self.analyst.read_on(&turn, among, budget).map_err(|error| error.to_string().into())
    }

    /// What the judge makes of the game as it stands.
    pub(super) fn judgement(&mut self) -> Result<&Judgement, Refusal> {
        if self.judged.is_none() {
            let judged = self.explainer.explain(&Question::of(&self.game));
            self.judged = Some(Box::new(judged.map_err(|error| error.to_string())?));
        }
        self.judged.as_deref().ok_or_else(|| "cannot judge".into())
    }

    /// What the judge makes of the life of a stone if this colour moves first.
    pub(super) fn life(
        &self,
        position: &Position,
        stone: Point,
        first: Color,
    ) -> Result<Option<JudgedLife>, Refusal> {
        let question = Question { position, is_over: false, ..Question::of(&self.game) };
        let found = judged_life(&self.judge, &question, stone, first);
        found.map_err(|error| error.to_string().into())
    }

    /// What the judge makes of another position, under the same rules and komi.
    pub(super) fn judgement_of(
        &mut self,
        position: &Position,
        recent: Recent,
    ) -> Result<Judgement, Refusal> {
        let question = Question { position, is_over: false, recent, ..Question::of(&self.game) };
        self.explainer.explain(&question).map_err(|error| error.to_string().into())
    }

    /// The game scored as if it ended here.
    pub(super) fn final_score(&mut self) -> Result<&FinalScore, Refusal> {
        if self.scored.is_none() {
            let scored = self.scorer.score(&Question::of(&self.game));
            self.scored = Some(Box::new(scored.map_err(|error| error.to_string())?));
        }
        self.scored.as_deref().ok_or_else(|| "cannot score".into())
    }

    /// Black's lead in the end: counted if all borders are closed, else what is expected, as a result that
    /// can be.
    pub(super) fn final_lead(&mut self) -> Result<HalfPoints, Refusal> {
        let score = self.final_score()?;
        let counted = score.black_lead;
        if score.is_played_out() {
            return Ok(counted);
        }
        // A result differs from the count by whole points.
        let expected = self.judgement()?.score.black_lead;
        let whole = (expected - f64::from(counted.halves()) / 2.0).round();
        Ok(HalfPoints::from_halves(counted.halves() + 2 * whole as i32))
    }
}
