//! `sycl.host.handler.set_nd_range` and `sycl.host.schedule_kernel`: the index space of a kernel, and its
//! submission.

use scythe_mlir::{
    Attribute, Build, Effects, Location, Op, OpDefinition, Operands, Parser, Printer, State, Stop,
    Type, Value, VerifyError, effect,
};

use super::kernel::{KERNEL_NAME, parse_kernel_name, print_kernel_name};
use super::{check_kernel_name, is_pointer, names_a_kernel, needs_pointer, reads_all, touches};
use crate::types;

/// Present if the operand after the handler is an `nd_range`.
pub const ND_RANGE: &str = "nd_range";
/// The classes of the arguments; `none` for those that are not of a SYCL class.
pub const SYCL_TYPES: &str = "sycl_types";
/// The numbers of operands that are handlers, ranges, offsets and arguments, with MLIR's name for such an
/// attribute.
const SEGMENTS: &str = "operandSegmentSizes";

/// The index space of a kernel. All values are pointers to objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space<'c> {
    /// None: a single task.
    SingleTask,
    /// A range and an optional offset.
    Range(Value<'c>, Option<Value<'c>>),
    /// An nd_range.
    NdRange(Value<'c>),
}

impl<'c> Space<'c> {
    fn new(is_nd_range: bool, range: Option<Value<'c>>, offset: Option<Value<'c>>) -> Self {
        match range {
            None => Self::SingleTask,
            Some(range) if is_nd_range => Self::NdRange(range),
            Some(range) => Self::Range(range, offset),
        }
    }

    /// Its objects: the range or nd_range, then the offset.
    #[must_use]
    pub fn objects(self) -> Vec<Value<'c>> {
        match self {
            Self::SingleTask => Vec::new(),
            Self::NdRange(range) => vec![range],
            Self::Range(range, offset) => std::iter::once(range).chain(offset).collect(),
        }
    }

    fn print(self, printer: &mut Printer) {
        let (word, range, offset) = match self {
            Self::SingleTask => return,
            Self::NdRange(range) => ("nd_range ", range, None),
            Self::Range(range, offset) => ("range ", range, offset),
        };
        printer.text(word);
        printer.operand(range);
        if let Some(offset) = offset {
            printer.text(", offset ");
            printer.operand(offset);
        }
    }
}

/// Parses a range or nd_range and an optional offset; returns whether there is an offset.
fn parse_space(
    parser: &mut Parser<'_>,
    operands: &mut Operands,
    state: &mut State,
) -> Result<bool, Stop> {
    if parser.optional_keyword(ND_RANGE) {
        state.attribute(ND_RANGE, Attribute::unit(parser.at()));
    } else {
        parser.keyword("range")?;
    }
    parser.operand(operands)?;
    let has_offset = parser.optional_punctuation(',');
    if has_offset {
        parser.keyword("offset")?;
        parser.operand(operands)?;
    }
    Ok(has_offset)
}

fn is_nd_range(op: Op<'_>) -> bool {
    op.attribute(ND_RANGE).is_some()
}

/// Checks an index space.
fn check_space(op: Op<'_>, objects: &[Value<'_>], has_offset: bool) -> Result<(), VerifyError> {
    if has_offset && is_nd_range(op) {
        return Err("cannot have an offset beside an nd_range, which has its own".into());
    }
    if objects.is_empty() && is_nd_range(op) {
        return Err("needs an nd_range".into());
    }
    objects.iter().try_for_each(|&object| needs_pointer("the index space", object))
}

pub(super) struct SetNdRange;

impl OpDefinition for SetNdRange {
    fn name(&self) -> &str {
        "host.handler.set_nd_range"
    }

    fn has_effects(&self) -> bool {
        true
    }

    fn effects<'c>(&self, op: Op<'c>, effects: &mut Effects<'c>) {
        effects.add(effect::WRITES, op.operand(0));
        reads_all(effects, op.operands().into_iter().skip(1));
    }

    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
        let mut operands = Operands::new();
        parser.operand(&mut operands)?;
        parser.punctuation('-')?;
        parse_space(parser, &mut operands, state)?;
        parser.attribute_dictionary(state)?;
        parser.punctuation(':')?;
        parser.punctuation('(')?;
        let types = parser.list(Parser::ty)?;
        parser.punctuation(')')?;
        parser.resolve(&operands, &types, state)
    }

    fn print(&self, op: Op<'_>, printer: &mut Printer) {
        let Some(handler) = op.operand(0) else { return };
        printer.text(" ");
        printer.operand(handler);
        printer.text(" -> ");
        let mut parts = op.operands().into_iter().skip(1);
        Space::new(is_nd_range(op), parts.next(), parts.next()).print(printer);
        printer.attribute_dictionary(op, &[ND_RANGE]);
        printer.text(" : (");
        printer.list(op.operands(), |printer, value| printer.ty(value.ty()));
        printer.text(")");
    }

    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError> {
        let operands = op.operands();
        if !(2..=3).contains(&operands.len()) || op.result_count() > 0 {
            return Err("must have a handler, a range or an nd_range, an optional offset, and no \
                        results"
                .into());
        }
        needs_pointer("a handler", operands[0])?;
        check_space(op, &operands[1..], operands.len() == 3)
    }
}

/// An argument of a kernel: a value, or a pointer to an object of a SYCL class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<'c> {
    /// The value or the pointer.
    pub value: Value<'c>,
    /// The class.
    pub ty: Option<Type<'c>>,
}

/// The parts of a `sycl.host.schedule_kernel`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch<'c> {
    /// The handler of the command group.
    pub handler: Value<'c>,
    /// The kernel, a symbol.
    pub kernel: Attribute<'c>,
    /// The index space.
    pub space: Space<'c>,
    /// The arguments.
    pub arguments: Vec<Argument<'c>>,
}

impl<'c> Launch<'c> {
    /// The parts of an operation; none for other operations.
    #[must_use]
    pub fn of(op: Op<'c>) -> Option<Self> {
        if op.name() != "sycl.host.schedule_kernel" {
            return None;
        }
        let [handlers, ranges, offsets] = segments(op).ok()?;
        let mut operands = op.operands().into_iter();
        let handler = operands.by_ref().take(handlers).last()?;
        let range = operands.by_ref().take(ranges).last();
        let offset = operands.by_ref().take(offsets).last();
        let types = op.attribute(SYCL_TYPES).and_then(Attribute::as_array).unwrap_or_default();
        let class =
            |index: usize| types.get(index).and_then(|ty| ty.as_type()).filter(|ty| !ty.is_none());
        Some(Self {
            handler,
            kernel: op.attribute(KERNEL_NAME)?,
            space: Space::new(is_nd_range(op), range, offset),
            arguments: operands
                .enumerate()
                .map(|(index, value)| Argument { value, ty: class(index) })
                .collect(),
        })
    }

    /// The operation with these parts.
    #[must_use]
    pub fn build(&self, at: Location<'c>) -> Build<'static, 'c> {
        let objects = self.space.objects();
        let offset = matches!(self.space, Space::Range(_, Some(_)));
        let values: Vec<_> = self.arguments.iter().map(|argument| argument.value).collect();
        let types: Vec<_> = self.arguments.iter().map(|argument| argument.ty).collect();
        let ranges = objects.len() - usize::from(offset);
        let made = Build::new("sycl.host.schedule_kernel", at)
            .operands(&[self.handler])
            .operands(&objects)
            .operands(&values)
            .attribute(KERNEL_NAME, self.kernel)
            .attribute(SEGMENTS, sizes(at, ranges, offset.into(), values.len()))
            .attribute(SYCL_TYPES, class_list(at, &types));
        match self.space {
            Space::NdRange(_) => made.attribute(ND_RANGE, Attribute::unit(at)),
            _ => made,
        }
    }
}

fn sizes(at: Location<'_>, ranges: usize, offsets: usize, arguments: usize) -> Attribute<'_> {
    // The number of operands of an operation always fits.
    let sizes = [1, ranges, offsets, arguments].map(|n| i32::try_from(n).unwrap_or(i32::MAX));
    Attribute::numbers(at, &sizes)
}

fn class_list<'c>(at: Location<'c>, types: &[Option<Type<'c>>]) -> Attribute<'c> {
    let types: Vec<_> =
        types.iter().map(|ty| Attribute::ty(ty.unwrap_or_else(|| Type::none(at)))).collect();
    Attribute::array(at, &types)
}

/// The numbers of operands that are handlers, ranges and offsets; the rest are arguments.
fn segments(op: Op<'_>) -> Result<[usize; 3], VerifyError> {
    let Some(sizes) = op.attribute(SEGMENTS).and_then(Attribute::as_numbers) else {
        return Err(format!("needs the attribute '{SEGMENTS}'").into());
    };
    let sizes: Vec<usize> = sizes.into_iter().filter_map(|n| usize::try_from(n).ok()).collect();
    match sizes[..] {
        [1, ranges @ 0..=1, offsets @ 0..=1, _]
            if sizes.iter().sum::<usize>() == op.operand_count() =>
        {
            Ok([1, ranges, offsets])
        }
        _ => Err(format!(
            "attribute '{SEGMENTS}' must be a handler, at most one range, at most one offset and the \
             arguments, {} operands in all",
            op.operand_count()
        )
        .into()),
    }
}

pub(super) struct ScheduleKernel;

impl ScheduleKernel {
    fn check_arguments(op: Op<'_>, arguments: &[Value<'_>]) -> Result<(), VerifyError> {
        let types = match op.attribute(SYCL_TYPES) {
            None => Vec::new(),
            Some(list) => {
                list.as_array().ok_or_else(|| format!("attribute '{SYCL_TYPES}' must be a list"))?
            }
        };
        if types.len() != arguments.len() {
            return Err(format!(
                "has {} arguments, but {} types of them",
                arguments.len(),
                types.len()
            )
            .into());
        }
        for (index, (ty, &value)) in types.iter().zip(arguments).enumerate() {
            let Some(class) = ty.as_type().filter(|ty| ty.is_none() || types::parts(*ty).is_some())
            else {
                return Err(format!(
                    "argument {index} has '{ty}' for a type, which is neither a SYCL type nor 'none'"
                )
                .into());
            };
            if !class.is_none() && !is_pointer(value) {
                return Err(format!(
                    "argument {index} is '{class}' at a pointer, but got '{}'",
                    value.ty()
                )
                .into());
            }
        }
        Ok(())
    }
}

impl OpDefinition for ScheduleKernel {
    fn name(&self) -> &str {
        "host.schedule_kernel"
    }

    fn has_effects(&self) -> bool {
        true
    }

    fn effects<'c>(&self, op: Op<'c>, effects: &mut Effects<'c>) {
        let Some(launch) = Launch::of(op) else { return };
        effects.add(effect::WRITES, Some(launch.handler));
        reads_all(effects, launch.space.objects());
        for argument in launch.arguments {
            touches(effects, effect::READS | effect::WRITES, argument.value);
        }
    }

    fn parse(&self, parser: &mut Parser<'_>, state: &mut State) -> Result<(), Stop> {
        let mut operands = Operands::new();
        parser.operand(&mut operands)?;
        parser.punctuation('-')?;
        parse_kernel_name(parser, state)?;
        let has_space = parser.optional_punctuation('[');
        let has_offset = has_space && parse_space(parser, &mut operands, state)?;
        if has_space {
            parser.punctuation(']')?;
        }
        let before = operands.count();
        let mut types = Vec::new();
        if parser.optional_punctuation('(') && !parser.optional_punctuation(')') {
            types = parser.list(|parser| {
                parser.operand(&mut operands)?;
                parser.optional_punctuation(':').then(|| parser.ty()).transpose()
            })?;
            parser.punctuation(')')?;
        }
        let at = parser.at();
        let arguments = operands.count() - before;
        state.attribute(SEGMENTS, sizes(at, has_space.into(), has_offset.into(), arguments));
        state.attribute(SYCL_TYPES, class_list(at, &types));
        parser.attribute_dictionary(state)?;
        parser.functional_type(&operands, state)
    }

    fn print(&self, op: Op<'_>, printer: &mut Printer) {
        let Some(launch) = Launch::of(op) else { return };
        printer.text(" ");
        printer.operand(launch.handler);
        printer.text(" -> ");
        print_kernel_name(op, printer);
        if launch.space != Space::SingleTask {
            printer.text("[");
            launch.space.print(printer);
            printer.text("]");
        }
        if !launch.arguments.is_empty() {
            printer.text("(");
            printer.list(launch.arguments, |printer, argument| {
                printer.operand(argument.value);
                if let Some(ty) = argument.ty {
                    printer.text(": ");
                    printer.ty(ty);
                }
            });
            printer.text(")");
        }
        printer.attribute_dictionary(op, &[KERNEL_NAME, ND_RANGE, SEGMENTS, SYCL_TYPES]);
        printer.text(" : ");
        printer.functional_type(op);
    }

    fn verify(&self, op: Op<'_>) -> Result<(), VerifyError> {
        if op.result_count() > 0 {
            return Err("has no results".into());
        }
        let [handlers, ranges, offsets] = segments(op)?;
        let operands = op.operands();
        let (handler, rest) = operands.split_at(handlers);
        let (objects, arguments) = rest.split_at(ranges + offsets);
        needs_pointer("a handler", handler[0])?;
        if offsets > ranges {
            return Err("cannot have an offset without a range".into());
        }
        check_space(op, objects, offsets > 0)?;
        Self::check_arguments(op, arguments)?;
        check_kernel_name(op)
    }

    names_a_kernel!();
}
