//! Run paths of programs from other packages.

use anyhow::{Context, Result, ensure};

const PT_DYNAMIC: u32 = 2;
const DT_NULL: u64 = 0;
const DT_RPATH: u64 = 15;
const DT_RUNPATH: u64 = 29;

/// Makes the loader use a program's run path for the libraries of its libraries, too: `DT_RPATH` applies to
/// all of them, `DT_RUNPATH` only to the program's own. Returns whether there was a run path.
pub fn extend_to_all(elf: &mut [u8]) -> Result<bool> {
    ensure!(elf.starts_with(b"\x7fELF\x02\x01"), "not a 64-bit little-endian ELF file");
    let headers = number(elf, 32, 8)?;
    let (size, count) = (number(elf, 54, 2)?, number(elf, 56, 2)?);
    for header in (0..count).map(|index| headers + index * size) {
        if number(elf, header, 4)? != u64::from(PT_DYNAMIC) {
            continue;
        }
        let (start, length) = (number(elf, header + 8, 8)?, number(elf, header + 32, 8)?);
        for entry in (start..start + length).step_by(16) {
            match number(elf, entry, 8)? {
                DT_NULL => break,
                DT_RUNPATH => {
                    let place = usize::try_from(entry)?;
                    elf[place..place + 8].copy_from_slice(&DT_RPATH.to_le_bytes());
                    return Ok(true);
                }
                _ => {}
            }
        }
    }
    Ok(false)
}

/// A number of this many bytes.
fn number(elf: &[u8], at: u64, bytes: usize) -> Result<u64> {
    let at = usize::try_from(at)?;
    let found = elf.get(at..at + bytes).context("the ELF file is cut off")?;
    let mut all = [0; 8];
    all[..bytes].copy_from_slice(found);
    Ok(u64::from_le_bytes(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header, one program header at 64 and a dynamic section of three entries at 120.
    fn elf(tag: u64) -> Vec<u8> {
        let mut elf = vec![0; 168];
        elf[..6].copy_from_slice(b"\x7fELF\x02\x01");
        elf[32] = 64;
        elf[54] = 56;
        elf[56] = 1;
        elf[64] = PT_DYNAMIC as u8;
        elf[72] = 120;
        elf[96] = 48;
        elf[120] = 1;
        elf[136..144].copy_from_slice(&tag.to_le_bytes());
        elf
    }

    #[test]
    fn only_the_tag_changes() {
        let mut program = elf(DT_RUNPATH);
        assert!(extend_to_all(&mut program).unwrap());
        assert_eq!(program, elf(DT_RPATH));
        assert!(!extend_to_all(&mut program).unwrap(), "there is none any more");
    }

    #[test]
    fn what_is_no_program_is_an_error() {
        assert!(extend_to_all(&mut b"#!/bin/sh".to_vec()).is_err());
        assert!(extend_to_all(&mut elf(DT_RUNPATH)[..130].to_vec()).is_err());
    }
}
