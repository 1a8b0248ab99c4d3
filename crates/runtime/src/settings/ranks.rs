//! Information that launchers of parallel programs (those of MPI and of batch systems) pass to their
//! processes.

/// The number of a process among those on its machine, by launcher: Open MPI, Intel MPI and MPICH, MVAPICH, PALS, Flux,
/// Slurm. MPI's own come first: under Slurm, both are set.
const LOCAL_RANK: &[&str] = &[
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "MPI_LOCALRANKID",
    "PMI_LOCAL_RANK",
    "MV2_COMM_WORLD_LOCAL_RANK",
    "PALS_LOCAL_RANKID",
    "FLUX_TASK_LOCAL_ID",
    "SLURM_LOCALID",
];

/// The number of processes on the machine. Slurm's variable is that of the step: scripts of a job are one
/// process.
const LOCAL_SIZE: &[&str] = &[
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "MPI_LOCALNRANKS",
    "PMI_LOCAL_SIZE",
    "MV2_COMM_WORLD_LOCAL_SIZE",
    "PALS_LOCAL_SIZE",
    "SLURM_STEP_TASKS_PER_NODE",
];

/// The placeholder for the number of the process in `SCYTHE_DEVICES`.
const LOCAL_RANK_MARK: &str = "%local_rank%";

/// The environment, or a test's.
pub type Variables<'v> = &'v dyn Fn(&str) -> Option<String>;

/// Replaces the placeholder in a list of devices. A process that no launcher started is the first.
pub fn with_local_rank(list: &str, variables: Variables<'_>) -> String {
    let rank = first(LOCAL_RANK, variables).unwrap_or(0);
    list.replace(LOCAL_RANK_MARK, &rank.to_string())
}

/// How many threads a process has: `bound` of the machine's `all` processors are available to it. Launchers
/// bind processes to one core, to a socket that several of them share, or not at all; so a process takes no
/// more than its share of the machine.
pub fn threads(bound: usize, all: usize, variables: Variables<'_>) -> usize {
    let processes = first(LOCAL_SIZE, variables).unwrap_or(1).max(1);
    bound.min((all / processes).max(1))
}

/// The first variable with a number. Slurm writes `2(x3)` for two on each of three machines.
fn first(names: &[&str], variables: Variables<'_>) -> Option<usize> {
    let number = |text: String| {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        text[..digits].parse().ok()
    };
    names.iter().find_map(|name| variables(name).and_then(number))
}

/// The number of processors in a list such as `0-3,6`.
pub fn count_processors(list: &str) -> Option<usize> {
    let mut count = 0;
    for part in list.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        count += last.checked_sub(first)? + 1;
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(pairs: &'static [(&str, &str)]) -> impl Fn(&str) -> Option<String> {
        |name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn devices_are_chosen_by_local_rank() {
        let open_mpi = variables(&[("SLURM_LOCALID", "0"), ("OMPI_COMM_WORLD_LOCAL_RANK", "3")]);
        assert_eq!(with_local_rank("cuda:%local_rank%,cpu", &open_mpi), "cuda:3,cpu");
        assert_eq!(with_local_rank("cuda", &open_mpi), "cuda");
        let slurm = variables(&[("SLURM_LOCALID", "2")]);
        assert_eq!(with_local_rank("cuda:%local_rank%", &slurm), "cuda:2");
        assert_eq!(with_local_rank("cuda:%local_rank%", &|_| None), "cuda:0");
        let odd = variables(&[("OMPI_COMM_WORLD_LOCAL_RANK", "x"), ("PMI_LOCAL_RANK", "1")]);
        assert_eq!(with_local_rank("%local_rank%%local_rank%", &odd), "11");
    }

    #[test]
    fn processes_share_the_machine() {
        let four = variables(&[("OMPI_COMM_WORLD_LOCAL_SIZE", "4")]);
        assert_eq!(threads(16, 16, &four), 4, "not bound");
        assert_eq!(threads(8, 16, &four), 4, "bound to a socket that two share");
        assert_eq!(threads(1, 16, &four), 1, "bound to a core");
        assert_eq!(threads(2, 2, &four), 1, "more processes than processors");
        assert_eq!(threads(16, 16, &|_| None), 16);
        assert_eq!(threads(3, 2, &|_| None), 2, "never more than there are");
        let slurm = variables(&[("SLURM_STEP_TASKS_PER_NODE", "2(x3)")]);
        assert_eq!(threads(16, 16, &slurm), 8);
        let none = variables(&[("MPI_LOCALNRANKS", "0")]);
        assert_eq!(threads(16, 16, &none), 16);
    }

    #[test]
    fn processors_are_counted() {
        assert_eq!(count_processors("0-3,6\n"), Some(5));
        assert_eq!(count_processors("0"), Some(1));
        for wrong in ["", "3-1", "a", "0-"] {
            assert_eq!(count_processors(wrong), None, "{wrong}");
        }
    }
}
