//! Text in order.

/// Whether lines of `text` contain these pieces in this order, one line each.
#[track_caller]
pub fn assert_lines(text: &str, pieces: &[&str]) {
    let mut lines = text.lines();
    for piece in pieces {
        assert!(
            lines.any(|line| line.contains(piece)),
            "no line with\n{piece}\nin order in\n{text}"
        );
    }
}
