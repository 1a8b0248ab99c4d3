//! The access matrix: subscripts as linear functions of ids and iterations.

use super::{Launch, Polynomial, Symbol};

/// One row per subscript, one column per global id, local id, group id and loop, plus offsets.
///
/// `subscripts = entries * columns + offsets`; entries are uniform values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessMatrix {
    /// The symbols of the columns. Ids and loops that occur in no row are omitted.
    pub columns: Vec<Symbol>,
    /// Row by row.
    pub entries: Vec<Vec<Polynomial>>,
    /// The offset of each row, a uniform value.
    pub offsets: Vec<Polynomial>,
}

impl AccessMatrix {
    /// The matrix of some subscripts; none where one of them is not a linear function.
    pub fn of(rows: &[Polynomial], launch: &Launch) -> Option<Self> {
        let rows: Vec<Polynomial> = rows.iter().map(|row| launch.normalize(row)).collect();
        let mut columns: Vec<Symbol> =
            rows.iter().flat_map(Polynomial::symbols).filter(|s| !s.is_uniform()).collect();
        if columns.iter().any(|s| matches!(s, Symbol::Varying(_))) {
            return None;
        }
        columns.sort_unstable();
        columns.dedup();
        let (mut entries, mut offsets) = (Vec::new(), Vec::new());
        for mut rest in rows {
            let mut row = Vec::new();
            for &column in &columns {
                let (factor, without) = rest.factor_of(column)?;
                if !factor.is_uniform() {
                    return None;
                }
                row.push(factor);
                rest = without;
            }
            entries.push(row);
            offsets.push(rest);
        }
        Some(Self { columns, entries, offsets })
    }

    /// The entry of a row and a column, none where the column is all zero.
    pub fn entry(&self, row: usize, column: Symbol) -> Option<&Polynomial> {
        let place = self.columns.iter().position(|&c| c == column)?;
        self.entries.get(row)?.get(place)
    }
}
