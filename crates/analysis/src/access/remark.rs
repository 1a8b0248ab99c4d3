//! The remark about an access: one line in the style of clang's remarks.

use std::fmt::Write as _;

use super::advice::{Fix, Kernel, Report};
use super::classify::{Audience, Class};
use super::describe::{Action, Executed, Memory};
use super::{Access, Polynomial, Stride, Symbol, Symbols, Why};

impl Kernel {
    /// A distance in bytes in the user's notation, such as `4 * n`; none if it is unknown.
    pub fn distance(&self, stride: &Stride) -> Option<String> {
        match stride {
            Stride::Known { bytes, .. } => Some(value(bytes, &self.symbols)),
            Stride::Unknown(_) => None,
        }
    }

    /// The remark for an access and its report.
    pub fn remark(&self, access: &Access, report: &Report) -> String {
        let mut text = subject(access);
        let class = &report.classified.class;
        let words = match class {
            Class::Linear => "linear: neighbouring work-items access neighbouring addresses".into(),
            Class::ReverseLinear => "reverse-linear: neighbouring work-items access neighbouring \
                                     addresses in descending order"
                .into(),
            Class::Shifted => {
                "shifted: neighbouring work-items access neighbouring addresses, from an offset"
                    .into()
            }
            Class::Overlapped => "overlapped: neighbouring work-items access neighbouring \
                                  addresses, and some of them again"
                .into(),
            Class::Broadcast(audience) => format!("a broadcast: {}", same_address(*audience)),
            Class::Strided => self.strided(access, report),
            Class::Indirect | Class::Unknown => self.unknown(class, report),
        };
        let _ = write!(text, " is {words}");
        if let Some(Stride::Known { run: Some(run), .. }) =
            report.classified.neighbours(&self.launch)
        {
            let length = value(run, &self.symbols);
            let _ = write!(text, " (in runs of {length} work-items)");
        }
        if access.except_at_borders && !matches!(class, Class::Indirect | Class::Unknown) {
            text.push_str(" (except at borders, where the index is clamped)");
        }
        if access.executed == Executed::ByFew {
            text.push_str("; only some work-items get here");
        }
        if let Some(fix) = report.fix {
            let _ = write!(text, "; fix: {}", self.fix(fix));
        }
        text
    }

    fn strided(&self, access: &Access, report: &Report) -> String {
        let mut text = String::from("strided: neighbouring work-items are ");
        let stride = report.classified.neighbours(&self.launch);
        let Some(Stride::Known { bytes, .. }) = stride else {
            // Without a known stride, there is nothing to add.
            return "strided".into();
        };
        let elements =
            i64::try_from(access.element_bytes).ok().and_then(|size| bytes.divide_exactly(size));
        let dimension = self.launch.fastest().unwrap_or_default();
        match (bytes.as_constant(), elements) {
            (Some(bytes), elements) => {
                let _ = write!(text, "{} bytes apart", bytes.unsigned_abs());
                if let Some(count) = elements.and_then(|e| e.as_constant())
                    && count.unsigned_abs() > 1
                {
                    let count = count.unsigned_abs();
                    let _ = write!(text, " (stride of dimension {dimension} is {count} elements)");
                }
            }
            (None, Some(elements)) => {
                let (count, size) = (value(&elements, &self.symbols), access.element_bytes);
                let _ = write!(
                    text,
                    "{count} elements of {size} bytes apart (stride of dimension {dimension})"
                );
            }
            (None, None) => {
                let count = value(bytes, &self.symbols);
                let _ = write!(text, "{count} bytes apart (stride of dimension {dimension})");
            }
        }
        if report.filled {
            text.push_str(", and this kernel uses the bytes in between, too");
        } else if access.bytes < access.element_bytes {
            let _ = write!(
                text,
                ", and each accesses {} bytes of an element of {}",
                access.bytes, access.element_bytes
            );
        }
        text
    }

    fn unknown(&self, class: &Class, report: &Report) -> String {
        let word = if *class == Class::Indirect { "indirect" } else { "not understood" };
        let reason = match report.classified.neighbours(&self.launch) {
            Some(Stride::Unknown(why)) => self.reason(why),
            _ => "nothing is known of its address".into(),
        };
        let not_known =
            "whether neighbouring work-items access neighbouring addresses is not known";
        format!("{word}: {reason}; {not_known}")
    }

    fn reason(&self, why: &Why) -> String {
        match why {
            Why::Loaded { from: Some(name) } => {
                format!("the address depends on data loaded from '{name}'")
            }
            Why::Loaded { from: None } => "the address depends on loaded data".into(),
            Why::Computed => {
                "the index comes from bit operations, a call or a conversion that the compiler does not \
                 follow (it follows sums and products of ids and sizes)"
                    .into()
            }
            Why::DependsOnWorkItem => {
                "the distance between neighbouring work-items' addresses is not the same everywhere".into()
            }
            Why::DependsOnIteration(id) => match &self.symbols.loop_facts(*id).name {
                Some(name) => format!(
                    "the distance between neighbouring work-items' addresses changes with '{name}'"
                ),
                None => "the distance between neighbouring work-items' addresses changes in a loop".into(),
            },
            Why::TooLarge => "the index has more terms than the compiler follows".into(),
        }
    }

    fn fix(&self, fix: Fix) -> String {
        match fix {
            Fix::SwapDimensions { with } => {
                let fastest = self.launch.fastest().unwrap_or_default();
                format!(
                    "swap dimensions {with} and {fastest} of the range and of the ids, so that the \
                     last dimension moves along neighbouring addresses"
                )
            }
            Fix::StructureOfArrays => {
                "keep each member in an array of its own (structure of arrays)".into()
            }
            Fix::StageTile { transposed: true } => {
                "copy a tile into local memory along the rows of \
                                                    this array, and access it there transposed"
                    .into()
            }
            Fix::StageTile { transposed: false } => "copy a tile into local memory along the rows \
                                                     of this array; other work-items of the \
                                                     work-group need the same rows"
                .into(),
            Fix::ShareRows => {
                "let neighbouring work-items take neighbouring elements of a row, or \
                               keep the array transposed"
                    .into()
            }
        }
    }
}

fn subject(access: &Access) -> String {
    let action = match access.action {
        Action::Load => "load from",
        Action::Store => "store to",
        Action::Atomic => "atomic operation on",
    };
    match (&access.base.name, access.base.memory) {
        (Some(name), _) => format!("{action} '{name}'"),
        (None, Memory::Global) => format!("{action} global memory"),
        (None, Memory::Local) => format!("{action} local memory"),
        (None, Memory::Private) => format!("{action} private memory"),
    }
}

fn same_address(audience: Audience) -> &'static str {
    match audience {
        Audience::Launch => "all work-items access the same address",
        Audience::WorkGroup => "all work-items of a work-group access the same address",
        Audience::Neighbours => "neighbouring work-items access the same address",
    }
}

/// A uniform value in the notation of the source.
fn value(polynomial: &Polynomial, symbols: &Symbols) -> String {
    if let Some(constant) = polynomial.as_constant() {
        return constant.to_string();
    }
    let mut text = String::new();
    for (factors, coefficient) in polynomial.terms() {
        let mut words: Vec<String> = Vec::new();
        for &factor in factors {
            match name(factor, symbols) {
                Some(name) => words.push(format!("'{name}'")),
                None => return "a run-time number of".into(),
            }
        }
        if coefficient.unsigned_abs() != 1 || words.is_empty() {
            words.insert(0, coefficient.unsigned_abs().to_string());
        }
        let sign = match (text.is_empty(), coefficient < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let _ = write!(text, "{sign}{}", words.join(" * "));
    }
    text
}

fn name(symbol: Symbol, symbols: &Symbols) -> Option<String> {
    Some(match symbol {
        Symbol::GlobalRange(d) => format!("get_global_range({d})"),
        Symbol::LocalRange(d) => format!("get_local_range({d})"),
        Symbol::GroupRange(d) => format!("get_group_range({d})"),
        Symbol::GlobalOffset(d) => format!("get_offset()[{d}]"),
        Symbol::Uniform(id) => match symbols.quotient(symbol) {
            Some((dividend, divisor)) if dividend.is_uniform() => {
                format!("({}) / ({})", value(dividend, symbols), value(divisor, symbols))
                    .replace('\'', "")
            }
            _ => symbols.uniform(id).name.clone()?,
        },
        _ => return None,
    })
}
