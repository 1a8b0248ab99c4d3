//! The results of group operations.

use super::arithmetic;
use super::code::Frame;
use super::group::Group;
use super::value::Value;
use crate::kernel::{Collective, Expr, Operation, Scope};
use crate::operators::Combine;

impl Group<'_, '_> {
    /// The results of a group operation, one for each work-item that takes part.
    pub fn collective(
        &self,
        members: &[usize],
        frame: Frame,
        collective: &Collective,
    ) -> Vec<Value> {
        let scalar = collective.scalar;
        let count = members.len();
        let of = |item: usize, expression: &Expr| self.evaluate(item, frame, expression).bits();
        let values = |how: Option<Combine>| -> Vec<u64> {
            let value = |item| match how {
                Some(how) if scalar.is_float() => {
                    arithmetic::exact(how, scalar, of(item, &collective.value))
                }
                _ => of(item, &collective.value),
            };
            members.iter().map(|&item| value(item)).collect()
        };
        let plain = values(None);
        let lanes = || members.iter().copied().enumerate();
        let everybody = |bits: u64| vec![bits; count];
        let results: Vec<u64> = match &collective.operation {
            Operation::Any => everybody(u64::from(plain.iter().any(|&bits| bits & 1 != 0))),
            Operation::All => everybody(u64::from(plain.iter().all(|&bits| bits & 1 != 0))),
            Operation::Broadcast(from) => lanes()
                .map(|(_, item)| {
                    let numbers = from.each_ref().map(|number| of(item, number));
                    plain[self.broadcaster(collective.scope, numbers, members)]
                })
                .collect(),
            Operation::Reduce(how) => {
                let mut all = values(Some(*how)).into_iter();
                let first = all.next().unwrap_or_default();
                everybody(all.fold(first, |a, b| arithmetic::combine(*how, scalar, a, b)))
            }
            Operation::InclusiveScan(how) => {
                scan(&values(Some(*how)), |a, b| arithmetic::combine(*how, scalar, a, b))
            }
            Operation::ExclusiveScan(how) => {
                let all = values(Some(*how));
                let mut results = vec![arithmetic::identity(*how, scalar)];
                let combine = |a, b| arithmetic::combine(*how, scalar, a, b);
                results.extend(scan(&all[..count - 1], combine));
                results
            }
            Operation::Shuffle(lane) => {
                lanes().map(|(_, item)| plain[of(item, lane) as usize % count]).collect()
            }
            Operation::ShuffleXor(mask) => lanes()
                .map(|(lane, item)| {
                    let other = lane ^ (of(item, mask) as usize & 31);
                    plain.get(other).copied().unwrap_or(plain[lane])
                })
                .collect(),
            Operation::ShuffleUp(before, delta) => lanes()
                .map(|(lane, item)| {
                    let delta = of(item, delta) as usize % count;
                    match lane.checked_sub(delta) {
                        Some(source) => plain[source],
                        None => of(members[lane + count - delta], before),
                    }
                })
                .collect(),
            Operation::ShuffleDown(behind, delta) => lanes()
                .map(|(lane, item)| {
                    let source = lane + of(item, delta) as usize % count;
                    match plain.get(source) {
                        Some(&bits) => bits,
                        None => of(members[source - count], behind),
                    }
                })
                .collect(),
        };
        results.into_iter().map(Value::splat).collect()
    }

    /// The index of the broadcasting work-item among the members; the first, if it is absent.
    fn broadcaster(&self, scope: Scope, numbers: [u64; 3], members: &[usize]) -> usize {
        if scope == Scope::SubGroup {
            let all = self.sub_group(members[0] / self.sub_group_size);
            let wanted = all.start + numbers[0] as usize % all.len();
            return members.iter().position(|&item| item == wanted).unwrap_or(0);
        }
        let local = self.kernel.launch.local;
        let [x, y, z]: [u64; 3] = std::array::from_fn(|d| numbers[d] % local[d]);
        ((z * local[1] + y) * local[0] + x) as usize
    }
}

fn scan(values: &[u64], combine: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    values
        .iter()
        .scan(None, |sum, &value| {
            *sum = Some(sum.map_or(value, |sum| combine(sum, value)));
            *sum
        })
        .collect()
}
