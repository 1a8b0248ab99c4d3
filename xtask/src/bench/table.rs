//! The table of `bench kernels`: reading the programs' lines, printing them, the mean of ratios.

use std::fmt;

use super::results;
use super::roofline::{Peaks, Share};

/// What one program measured: the best time of each contender in milliseconds.
#[derive(Debug, PartialEq)]
pub struct Row {
    name: String,
    size: String,
    sycl: f64,
    openmp: f64,
    /// None without PoCL.
    pocl: Option<f64>,
    /// The SYCL kernel as SPIR-V, compiled by an OpenCL implementation; none without one that takes SPIR-V.
    spirv: Option<f64>,
    /// The bytes and floating-point operations of the problem, if it states them.
    work: Option<(f64, f64)>,
}

impl Row {
    /// Reads a program's line: name, size and times, with tabs between them.
    pub fn parse(line: &str) -> Option<Self> {
        let fields: Vec<_> = line.split('\t').collect();
        let [name, size, sycl, openmp, pocl, spirv, bytes, flops] = fields[..] else { return None };
        let maybe =
            |field: &str| if field == "-" { Some(None) } else { field.parse().ok().map(Some) };
        Some(Self {
            name: name.to_owned(),
            size: size.to_owned(),
            sycl: sycl.parse().ok()?,
            openmp: openmp.parse().ok()?,
            pocl: maybe(pocl)?,
            spirv: maybe(spirv)?,
            work: maybe(bytes)?.zip(maybe(flops)?),
        })
    }

    /// The time of SYCL.
    pub fn sycl(&self) -> f64 {
        self.sycl
    }

    /// The time of OpenMP.
    pub fn openmp(&self) -> f64 {
        self.openmp
    }

    /// The kernel's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The ratio of the two.
    pub fn to_openmp(&self) -> f64 {
        self.sycl / self.openmp
    }

    /// Its share of the machine's peaks.
    fn share(&self, peaks: Option<Peaks>) -> Option<Share> {
        Some(peaks?.share(self.work?, self.sycl / 1e3))
    }

    /// The stored results: SYCL's time beside each other implementation.
    pub fn results(&self) -> Vec<results::Row> {
        let (bytes, flops) = self.work.unzip();
        let ours = results::Row::new("kernels", &self.name, self.sycl * 1e-3);
        let ours = results::Row { bytes, flops, ..ours };
        [("OpenMP", Some(self.openmp)), ("PoCL", self.pocl), ("SPIR-V", self.spirv)]
            .into_iter()
            .filter_map(|(peer, time)| Some(ours.beside(peer, time? * 1e-3)))
            .collect()
    }

    /// The row of the table, with its share of the machine's peaks.
    pub fn shown(&self, peaks: Option<Peaks>) -> String {
        let share = self.share(peaks).map_or_else(|| "-".to_owned(), |share| share.to_string());
        format!("{self}{share:>12}")
    }

    fn to_pocl(&self) -> Option<f64> {
        self.pocl.map(|pocl| self.sycl / pocl)
    }

    fn to_spirv(&self) -> Option<f64> {
        self.spirv.map(|spirv| self.sycl / spirv)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<20}{:<28}{:>9.2}{:>9.2}", self.name, self.size, self.sycl, self.openmp)?;
        write!(f, "{:>9}{:>9}", number(self.pocl), number(self.spirv))?;
        let (pocl, spirv) = (number(self.to_pocl()), number(self.to_spirv()));
        write!(f, "{:>13.2}{pocl:>11}{spirv:>13}", self.to_openmp())
    }
}

/// The lines above the rows.
pub fn header(quick: bool) -> String {
    let note = if quick { "; --quick: too small to tell who is faster" } else { "" };
    format!(
        "milliseconds, best of several rounds{note}\n\
         {:<20}{:<28}{:>9}{:>9}{:>9}{:>9}{:>13}{:>11}{:>13}{:>12}",
        "kernel",
        "size",
        "SYCL",
        "OpenMP",
        "PoCL",
        "SPIR-V",
        "SYCL/OpenMP",
        "SYCL/PoCL",
        "SYCL/SPIR-V",
        "of peak"
    )
}

/// The lines below the rows.
pub fn summary(rows: &[&Row], peaks: Option<Peaks>) -> String {
    let openmp = geometric_mean(rows.iter().map(|row| row.to_openmp()));
    let pocl = geometric_mean(rows.iter().filter_map(|row| row.to_pocl()));
    let spirv = geometric_mean(rows.iter().filter_map(|row| row.to_spirv()));
    let mut text = format!(
        "{:<84}{:>13}{:>11}{:>13}\n\
         SPIR-V: the SYCL kernel as SPIR-V, compiled and run by the machine's OpenCL implementation\n\
         ratios of times: below 1.00 SYCL is the faster one, above 1.00 the other is",
        "geometric mean",
        number(openmp),
        number(pocl),
        number(spirv)
    );
    if let Some(peaks) = peaks {
        text += &format!(
            "\n{peaks}; of peak: what SYCL reaches of the one that it comes nearer to, by the least bytes and \
             operations that the problem needs"
        );
    }
    for (who, missing) in [
        ("PoCL", rows.iter().any(|row| row.pocl.is_none())),
        ("OpenCL implementation that takes SPIR-V", rows.iter().any(|row| row.spirv.is_none())),
    ] {
        if missing {
            text += &format!("\nno {who} on this machine: its columns are empty");
        }
    }
    text
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
}

/// The geometric mean, for which twice as fast and twice as slow cancel out; none without values.
pub fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum) = (0_u32, 0.0);
    for value in values {
        count += 1;
        sum += value.ln();
    }
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_programs_become_rows() {
        let row = Row::parse("scan\t16 Mi integers\t20.0\t10.0\t40.0\t80.0\t-\t-").unwrap();
        let shown = row.to_string();
        let words: Vec<_> = shown.split_whitespace().collect();
        assert_eq!(
            words,
            [
                "scan", "16", "Mi", "integers", "20.00", "10.00", "40.00", "80.00", "2.00", "0.50",
                "0.25"
            ]
        );
    }

    #[test]
    fn columns_of_missing_implementations_are_empty() {
        let row = Row::parse("scan\t16\t20.0\t10.0\t-\t-\t-\t-").unwrap();
        assert_eq!(row.shown(None).matches(" -").count(), 5);
        let summary = summary(&[&row], None);
        assert!(summary.contains("no PoCL"), "{summary}");
        assert!(summary.contains("no OpenCL implementation"), "{summary}");
        assert!(summary.lines().next().unwrap().ends_with(" -"), "{summary}");
    }

    #[test]
    fn lines_that_are_no_rows_are_refused() {
        for line in ["", "scan\t16\t20.0\t10.0\t-\t-\t-", "scan\t16\tfast\t10.0\t40.0\t-\t-\t-"] {
            assert_eq!(Row::parse(line), None, "{line}");
        }
    }

    #[test]
    fn rows_are_stored_by_contender() {
        let row = Row::parse("scan\t16\t20.0\t10.0\t-\t80.0\t1e9\t0").unwrap();
        let stored = row.results();
        let peers: Vec<_> = stored.iter().map(|m| (m.peer.as_deref(), m.ratio)).collect();
        assert_eq!(peers, [(Some("OpenMP"), Some(2.0)), (Some("SPIR-V"), Some(0.25))]);
        assert!(stored.iter().all(|m| m.bytes == Some(1e9) && m.flops == Some(0.0)));
        let peaks = Peaks { bandwidth: 1e11, arithmetic: 1e12 };
        assert!(row.shown(Some(peaks)).ends_with(" 50 % mem"), "{}", row.shown(Some(peaks)));
    }

    #[test]
    fn the_mean_is_geometric() {
        let mean = geometric_mean([4.0, 0.25, 8.0].into_iter()).unwrap();
        assert!((mean - 2.0).abs() < 1e-12, "{mean}");
        assert_eq!(geometric_mean(std::iter::empty()), None);
    }
}
