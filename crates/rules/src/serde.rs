//! With the feature `serde`: names and numbers as the texts that people type, points counted row by row from the upper
//! left, fields as rows.

use crate::{Color, Field, HalfPoints, Move, Outcome, Point, RuleSet, Size};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// Written and read as text.
macro_rules! as_text {
    ($($Type:ty),+) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )+};
}

as_text!(HalfPoints, RuleSet, Size);

/// As records have it: `B+3.5`, `0`.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// `black` or `white`.
impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "black" => Ok(Color::Black),
            "white" => Ok(Color::White),
            other => Err(D::Error::unknown_variant(other, &["black", "white"])),
        }
    }
}

/// Its index. Only a board makes points, so none are read.
impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.index().serialize(serializer)
    }
}

/// The index of a point, or `"pass"`.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Move::Place(point) => point.serialize(serializer),
            Move::Pass => serializer.serialize_str("pass"),
        }
    }
}

/// A list of rows, from the top.
impl<T: Serialize> Serialize for Field<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.values().chunks(self.size().width()))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Field<T>, D::Error> {
        let rows = Vec::<Vec<T>>::deserialize(deserializer)?;
        let width = rows.first().map_or(0, Vec::len);
        let size = Size::new(width, rows.len()).map_err(D::Error::custom)?;
        if rows.iter().any(|row| row.len() != width) {
            return Err(D::Error::custom("the rows of a board are equally long"));
        }
        let values: Vec<T> = rows.into_iter().flatten().collect();
        Field::from_values(size, values).ok_or_else(|| D::Error::custom("the rows do not fit"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_str, json, to_value};

    #[test]
    fn what_is_written_is_read() {
        let size = Size::new(3, 2).unwrap();
        let field = Field::from_values(size, vec![0, 1, 2, 3, 4, 5]).unwrap();
        let written = json!({
            "size": "3x2", "komi": "6.5", "rules": "chinese", "color": "white", "field": [[0, 1, 2], [3, 4, 5]]
        });
        let komi: HalfPoints = "6.5".parse().unwrap();
        let made = json!({
            "size": size, "komi": komi, "rules": RuleSet::Chinese, "color": Color::White, "field": field
        });
        assert_eq!(made, written);
        assert_eq!(from_str::<Size>(r#""3x2""#).unwrap(), size);
        assert_eq!(from_str::<HalfPoints>(r#""6.5""#).unwrap(), komi);
        assert_eq!(from_str::<RuleSet>(r#""chinese""#).unwrap(), RuleSet::Chinese);
        assert_eq!(from_str::<Color>(r#""white""#).unwrap(), Color::White);
        assert_eq!(from_str::<Field<i32>>("[[0,1,2],[3,4,5]]").unwrap(), field);
        let moves = [Move::Place(size.point(1, 1).unwrap()), Move::Pass];
        assert_eq!(to_value(moves).unwrap(), json!([4, "pass"]));
        for (wrong, why) in [
            (from_str::<Size>(r#""30""#).unwrap_err(), "out of range"),
            (from_str::<Size>(r#""9x""#).unwrap_err(), "expected a side"),
            (from_str::<Color>(r#""Black""#).map(|_| size).unwrap_err(), "unknown variant"),
            (from_str::<Field<i32>>("[[0],[1,2]]").map(|_| size).unwrap_err(), "equally long"),
            (from_str::<Field<i32>>("[]").map(|_| size).unwrap_err(), "out of range"),
        ] {
            assert!(wrong.to_string().contains(why), "{wrong}");
        }
    }
}
