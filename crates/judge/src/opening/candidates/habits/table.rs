//! A set of signs that is quick to ask.

/// Signs in slots: each is in the first free slot from the one that it hashes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// A power of two, at least twice as many as there are signs; 0 is empty.
    slots: Vec<u32>,
}

impl Table {
    /// Of these signs; 0 is none.
    pub fn new(signs: &[u32]) -> Table {
        let count = (2 * signs.len()).next_power_of_two().max(2);
        let mut table = Table { slots: vec![0; count] };
        for &sign in signs.iter().filter(|&&sign| sign != 0) {
            let mut slot = table.first(sign);
            while table.slots[slot] != 0 && table.slots[slot] != sign {
                slot = (slot + 1) & (count - 1);
            }
            table.slots[slot] = sign;
        }
        table
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Never.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Where a sign is; `None` if it is not there.
    pub fn slot(&self, sign: u32) -> Option<usize> {
        if sign == 0 {
            return None;
        }
        let mut slot = self.first(sign);
        loop {
            match self.slots[slot] {
                found if found == sign => return Some(slot),
                0 => return None,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// The sign in every slot.
    pub fn iter(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        self.slots.iter().map(|&sign| (sign != 0).then_some(sign))
    }

    fn first(&self, sign: u32) -> usize {
        // Signs are hashes already.
        sign as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_it_is_found_and_nothing_else() {
        // These all hash to the same slot.
        let signs: Vec<u32> = (1..=100).map(|number| number << 16).collect();
        let table = Table::new(&signs);
        let mut slots: Vec<usize> = signs.iter().map(|&sign| table.slot(sign).unwrap()).collect();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), signs.len());
        for sign in [0, 1, 101 << 16, u32::MAX] {
            assert_eq!(table.slot(sign), None);
        }
        assert_eq!(table.iter().flatten().count(), 100);
        assert_eq!(Table::new(&[]).slot(7), None);
        assert_eq!(Table::new(&[0]).iter().flatten().count(), 0);
    }
}
