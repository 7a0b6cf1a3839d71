//! Layers whose neurons see a part of the inputs each: per neuron a fixed list of what it sees.

/// For each neuron of a layer, the inputs that it sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    name: String,
    inputs: usize,
    /// Where each neuron's list begins, and the end of the last.
    starts: Vec<u32>,
    seen: Vec<u32>,
}

impl Lists {
    /// These lists, of neurons that see some of so many inputs. The name tells them from others in
    /// the text of a shape.
    ///
    /// # Panics
    /// If a list has an input that there is not.
    pub fn new<L: AsRef<[u32]>>(
        name: &str,
        inputs: usize,
        lists: impl IntoIterator<Item = L>,
    ) -> Lists {
        let mut made = Lists { name: name.to_string(), inputs, starts: vec![0], seen: Vec::new() };
        for list in lists {
            made.push(list.as_ref());
        }
        made
    }

    /// A neuron for every square window of these sides on a square plane, row by row of their upper
    /// left corners. A window's inputs are row by row too.
    ///
    /// ```
    /// assert_eq!(aji_net::Lists::windows(8, &[2, 3, 4, 5, 6, 7, 8]).neurons(), 140);
    /// ```
    pub fn windows(side: usize, windows: &[usize]) -> Lists {
        let sides: Vec<String> = windows.iter().map(usize::to_string).collect();
        let name = format!("{side}x{side} windows {}", sides.join(","));
        let corners = windows.iter().filter(|&&window| window <= side).flat_map(|&window| {
            let places = side - window + 1;
            (0..places * places).map(move |at| (at % places, at / places, window))
        });
        let lists = corners.map(|(x, y, window)| -> Vec<u32> {
            (0..window * window)
                .map(|at| ((y + at / window) * side + x + at % window) as u32)
                .collect()
        });
        Lists::new(&name, side * side, lists)
    }

    /// The same lists on each of so many planes of inputs, one plane after the other.
    pub fn on_planes(&self, planes: usize) -> Lists {
        let name = format!("{} on {planes} planes", self.name);
        let plane = self.inputs as u32;
        let lists = (0..self.neurons()).map(|neuron| -> Vec<u32> {
            (0..planes as u32)
                .flat_map(|at| self.of(neuron).iter().map(move |input| at * plane + input))
                .collect()
        });
        Lists::new(&name, planes * self.inputs, lists)
    }

    /// With so many neurons more that see everything.
    pub fn and_dense(mut self, neurons: usize) -> Lists {
        let all: Vec<u32> = (0..self.inputs as u32).collect();
        for _ in 0..neurons {
            self.push(&all);
        }
        self.name += &format!(" and {neurons} dense");
        self
    }

    fn push(&mut self, list: &[u32]) {
        let is_there = |&input: &u32| (input as usize) < self.inputs;
        assert!(list.iter().all(is_there), "a neuron sees one of {} inputs", self.inputs);
        self.seen.extend(list);
        self.starts.push(self.seen.len() as u32);
    }

    /// What tells it from others.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many neurons there are.
    pub fn neurons(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many connections there are.
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// Whether nothing is connected.
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }

    /// Which connections are a neuron's.
    pub fn range(&self, neuron: usize) -> std::ops::Range<usize> {
        self.starts[neuron] as usize..self.starts[neuron + 1] as usize
    }

    /// What a neuron sees.
    pub fn of(&self, neuron: usize) -> &[u32] {
        &self.seen[self.range(neuron)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_row_by_row() {
        let lists = Lists::windows(3, &[2, 3]);
        assert_eq!(lists.neurons(), 5);
        assert_eq!(lists.of(1), [1, 2, 4, 5]);
        assert_eq!(lists.of(2), [3, 4, 6, 7]);
        assert_eq!(lists.of(4), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(lists.on_planes(2).of(2), [3, 4, 6, 7, 12, 13, 15, 16]);
        assert_eq!(lists.clone().and_dense(1).of(5), lists.of(4));
        assert_eq!(Lists::windows(2, &[3]).neurons(), 0);
    }

    #[test]
    fn the_studies_have_so_many_windows() {
        assert_eq!(Lists::windows(13, &[3, 5, 7, 9, 11, 13]).neurons(), 286);
        assert_eq!(Lists::windows(8, &[2, 3, 4, 5, 6, 7, 8]).neurons(), 140);
        assert_eq!(Lists::windows(8, &[3, 4, 5, 6, 7]).neurons(), 90);
    }
}
