//! Who reaches where? Classical influence of stones over the board, positive for Black.
//!
//! Four families behind one trait, each with its choices as fields: the [`Distance`] transform, the
//! [`Cross`] table, [`Zobrist`]'s signs and [`Bouzy`]'s dilations and erosions. [`Kind`] is the list
//! of those that have a name. [`potential`] makes single numbers of a field.
//!
//! All of them count stones in whole numbers first, so that a turned board gives exactly the turned
//! field and exchanged colours exactly the negative one.
//!
//! ```
//! use aji_judge::influence::{Influence, Kind};
//! use aji_rules::{Move, Position, Size, ruleset::Suicide};
//!
//! let mut position = Position::empty(Size::NINE);
//! let centre = Size::NINE.parse_point("E5").unwrap();
//! position.play(Move::Place(centre), Suicide::Forbidden).unwrap();
//! let kind: Kind = "cross".parse().unwrap();
//! assert_eq!(kind.field(&position)[centre], 10.0);
//! ```

pub mod bouzy;
pub mod cross;
pub mod distance;
mod grid;
pub mod potential;
pub mod zobrist;

pub use bouzy::Bouzy;
pub use cross::Cross;
pub use distance::Distance;
pub use zobrist::Zobrist;

use aji_rules::{Field, Position, Size};
use std::fmt;
use std::str::FromStr;

/// A way to say how far stones reach. Dead stones count like others: whoever knows them takes them
/// off first.
pub trait Influence {
    /// What people call it.
    fn name(&self) -> &'static str;

    /// Writes the influence on every point, positive for Black. A field of another shape is replaced.
    fn write(&self, position: &Position, field: &mut Field<f32>);

    /// The influence on every point, positive for Black.
    fn field(&self, position: &Position) -> Field<f32> {
        let mut field = Field::filled(position.size(), 0.0);
        self.write(position, &mut field);
        field
    }
}

/// The values of the field row by row, after making it one of this size.
fn values_of(size: Size, field: &mut Field<f32>) -> &mut [f32] {
    if field.size() != size {
        *field = Field::filled(size, 0.0);
    }
    field.values_mut()
}

/// An influence that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// [`Distance::SUM`].
    Distance,
    /// [`Distance::NEAREST`].
    DistanceNearest,
    /// [`Cross::DIAMOND`].
    Cross,
    /// [`Cross::AXES`].
    CrossAxes,
    /// [`Cross::CONNECT`].
    CrossConnect,
    /// [`Cross::GEOMETRIC`].
    CrossGeometric,
    /// [`Zobrist::USUAL`].
    Zobrist,
    /// [`Bouzy::TERRITORY`].
    BouzyTerritory,
    /// [`Bouzy::MOYO`].
    BouzyMoyo,
    /// [`Bouzy::AREA`].
    BouzyArea,
}

impl Kind {
    /// Every one.
    pub const ALL: [Kind; 10] = [
        Kind::Distance,
        Kind::DistanceNearest,
        Kind::Cross,
        Kind::CrossAxes,
        Kind::CrossConnect,
        Kind::CrossGeometric,
        Kind::Zobrist,
        Kind::BouzyTerritory,
        Kind::BouzyMoyo,
        Kind::BouzyArea,
    ];

    fn influence(self) -> &'static dyn Influence {
        match self {
            Kind::Distance => &Distance::SUM,
            Kind::DistanceNearest => &Distance::NEAREST,
            Kind::Cross => &Cross::DIAMOND,
            Kind::CrossAxes => &Cross::AXES,
            Kind::CrossConnect => &Cross::CONNECT,
            Kind::CrossGeometric => &Cross::GEOMETRIC,
            Kind::Zobrist => &Zobrist::USUAL,
            Kind::BouzyTerritory => &Bouzy::TERRITORY,
            Kind::BouzyMoyo => &Bouzy::MOYO,
            Kind::BouzyArea => &Bouzy::AREA,
        }
    }
}

impl Influence for Kind {
    fn name(&self) -> &'static str {
        self.influence().name()
    }

    fn write(&self, position: &Position, field: &mut Field<f32>) {
        self.influence().write(position, field);
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no influence has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no influence named {name:?}: the names are {}", Kind::ALL.map(|kind| kind.name()).join(", "))]
pub struct UnknownInfluence {
    name: String,
}

/// Reads a name in any case.
impl FromStr for Kind {
    type Err = UnknownInfluence;

    fn from_str(name: &str) -> Result<Kind, UnknownInfluence> {
        let is_meant = |kind: &Kind| kind.name().eq_ignore_ascii_case(name);
        let kind = Kind::ALL.into_iter().find(is_meant);
        kind.ok_or_else(|| UnknownInfluence { name: name.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for kind in Kind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.name().to_uppercase().parse(), Ok(kind));
        }
    }

    #[test]
    fn an_unknown_name_is_told_the_known_ones() {
        let error = "bouzy".parse::<Kind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no influence named \"bouzy\": the names are distance, distance-nearest, \
             cross, cross-axes, cross-connect, cross-geometric, zobrist, bouzy-5-21, bouzy-5-10, \
             bouzy-4-0"
        );
    }

    #[test]
    fn a_field_of_another_shape_is_replaced_and_old_values_are_forgotten() {
        let position = Position::empty(Size::NINE);
        for kind in Kind::ALL {
            let mut field = Field::filled(Size::THIRTEEN, 7.0);
            kind.write(&position, &mut field);
            assert_eq!(field, Field::filled(Size::NINE, 0.0), "{kind}");
            field = Field::filled(Size::NINE, 7.0);
            kind.write(&position, &mut field);
            assert_eq!(field, Field::filled(Size::NINE, 0.0), "{kind}");
        }
    }
}
