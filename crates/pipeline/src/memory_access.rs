//! Remarks on memory accesses in terms of the program: arguments have the names of captures.

use std::path::Path;

use scythe_frontend::arguments::plan::{ArgumentType, Plan};
use scythe_frontend::notes::{Kernel, Kind, Type};
use scythe_mlir::Op;
use scythe_optimize::memory_access::{Argument, KernelArguments, remarks as found};

use crate::attributes;
use crate::mlir::{Remark, RemarkKind};

/// Remarks about all accesses to global memory of a raised module's kernels.
pub(crate) fn remarks(module: Op<'_>, kernels: &[&Kernel]) -> Vec<Remark> {
    let described: Vec<KernelArguments> = kernels.iter().map(|kernel| describe(kernel)).collect();
    found(module, &described)
        .into_iter()
        .map(|remark| Remark {
            kind: RemarkKind::MemoryAccess,
            place: Some((as_spelled(&remark.file, kernels), remark.line, remark.column)),
            message: remark.message,
            access: Some(remark.pattern),
        })
        .collect()
}

/// The name of a file as the user spelled it. Debug information has another spelling, but the locations of
/// kernels have clang's.
#[must_use]
pub fn as_spelled(file: &str, kernels: &[&Kernel]) -> String {
    let given = kernels.iter().flat_map(|kernel| [&kernel.location, &kernel.launched]).flatten();
    let is_same = |given: &&str| Path::new(file).ends_with(given.trim_start_matches("./"));
    given.map(|l| l.file.as_str()).find(is_same).unwrap_or(file).to_owned()
}

fn describe(kernel: &Kernel) -> KernelArguments {
    let mut arguments = Vec::new();
    // The function object is the only parameter; its members have names in the program.
    if let Some(object) = kernel.parameters.first() {
        add_members(object, 0, "", &mut arguments);
    }
    let group_size = attributes::work_group_size(kernel).map(|asked| {
        let mut sizes = [1; 3];
        sizes.iter_mut().zip(&asked).for_each(|(size, &given)| *size = given);
        sizes
    });
    let parameters = kernel.plan.as_ref().map(|plan| of_parameters(plan, &arguments));
    let parameters = parameters.unwrap_or_default();
    KernelArguments { symbol: kernel.symbol.clone(), group_size, arguments, parameters }
}

/// Which members of the function object are passed in each parameter of the entry point.
fn of_parameters(plan: &Plan, members: &[Argument]) -> Vec<Vec<Argument>> {
    let mut parameters = vec![Vec::new(); plan.arguments.len()];
    let Some(object) = plan.objects.first() else { return parameters };
    for part in &object.copied {
        let (Some(place), Some(argument)) =
            (parameters.get_mut(part.argument), plan.arguments.get(part.argument))
        else {
            continue;
        };
        let inside = members.iter().filter(|member| {
            member.offset >= part.at && member.offset + member.bytes <= part.at + argument.size
        });
        place.extend(
            inside.map(|member| Argument { offset: member.offset - part.at, ..member.clone() }),
        );
    }
    for part in &object.rebuilt {
        let holds = |member: &&Argument| {
            (member.offset..member.offset + member.bytes.max(1)).contains(&part.at)
        };
        let Some(member) = members.iter().find(holds) else { continue };
        for copied in part.elements.iter().flat_map(|element| &element.copied) {
            let (Some(place), Some(argument)) =
                (parameters.get_mut(copied.argument), plan.arguments.get(copied.argument))
            else {
                continue;
            };
            // Parts that are not pointers are the numbers of a range.
            let name = match argument.ty {
                ArgumentType::Pointer => member.name.clone(),
                _ if member.has_range => format!("{}.get_range()", member.name),
                _ => continue,
            };
            place.push(Argument { offset: 0, bytes: argument.size, name, has_range: false });
        }
    }
    parameters
}

/// Adds members by their names; those of the program's own classes with the path to them.
fn add_members(ty: &Type, start: u64, path: &str, arguments: &mut Vec<Argument>) {
    for base in &ty.bases {
        add_members(base, start + base.offset, path, arguments);
    }
    for field in &ty.fields {
        let Some(name) = &field.name else { continue };
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let offset = start + field.offset;
        let has_members = !field.fields.is_empty() || !field.bases.is_empty();
        let is_own = matches!(field.kind, Kind::Class | Kind::Closure)
            && !field.is_special()
            && !field.system
            && has_members;
        if is_own {
            add_members(field, offset, &path, arguments);
        } else {
            let has_range = field.is_special();
            arguments.push(Argument { offset, bytes: field.size, name: path, has_range });
        }
    }
}
