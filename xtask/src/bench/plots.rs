//! Plots as SVG, in the colours of the page.

use std::fmt::Write as _;

const WIDTH: f64 = 460.0;

/// Text, escaped for HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A time with a unit.
pub fn seconds(time: f64) -> String {
    match time {
        t if t >= 1.0 => format!("{t:.2} s"),
        t if t >= 1e-3 => format!("{:.2} ms", t * 1e3),
        t if t >= 1e-6 => format!("{:.2} µs", t * 1e6),
        t => format!("{:.1} ns", t * 1e9),
    }
}

fn begin(title: &str, about: &str, height: f64) -> String {
    format!(
        "<figcaption><b>{}</b><small>{}</small></figcaption><svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\">",
        escaped(title),
        escaped(about)
    )
}

/// Bars to both sides of one, on a logarithmic scale.
pub fn ratios(title: &str, about: &str, bars: &[(String, f64)]) -> String {
    const ROW: f64 = 18.0;
    let (left, right, top) = (170.0, WIDTH - 44.0, 20.0);
    let height = top + ROW * bars.len() as f64 + 8.0;
    let most = bars.iter().map(|bar| bar.1.max(1e-9).log2().abs()).fold(1.0, f64::max);
    let middle = (left + right) / 2.0;
    let at = |ratio: f64| middle + ratio.max(1e-9).log2() / most * (right - left) / 2.0;
    let mut out = begin(title, about, height);
    let steps = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
    for step in steps.into_iter().filter(|step: &f64| step.log2().abs() <= most) {
        let (x, class) = (at(step), if step == 1.0 { "one" } else { "grid" });
        let _ = write!(
            out,
            "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top}\" y2=\"{:.1}\"/>\
             <text x=\"{x:.1}\" y=\"13\" text-anchor=\"middle\">{step}</text>",
            height - 6.0
        );
    }
    for (number, (name, ratio)) in bars.iter().enumerate() {
        let y = top + ROW * number as f64 + 3.0;
        let (x, end) = (at(*ratio).min(middle), at(*ratio).max(middle));
        let class = if *ratio <= 1.0 { "good" } else { "bad" };
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"12\" rx=\"2\"/>\
             <text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{ratio:.2}</text>",
            left - 8.0,
            y + 10.0,
            escaped(&short(name, 26)),
            (end - x).max(1.0),
            right + 8.0,
            y + 10.0
        );
    }
    out + "</svg>"
}

/// A name, shortened to fit.
fn short(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

/// Two lines over numbers of threads, and the ideal one.
pub fn lines(title: &str, about: &str, ours: &Vec<(f64, f64)>, theirs: &Vec<(f64, f64)>) -> String {
    let (left, right, top, bottom) = (36.0, WIDTH - 12.0, 10.0, 170.0);
    let all = || ours.iter().chain(theirs);
    let most_x = all().map(|p| p.0).fold(1.0, f64::max).log2().max(1.0);
    let most_y = all().map(|p| p.1).fold(1.0, f64::max).max(1.1) * 1.08;
    let x = |n: f64| left + n.max(1.0).log2() / most_x * (right - left);
    let y = |value: f64| bottom - value / most_y * (bottom - top);
    let mut out = begin(title, about, 196.0);
    for step in 0..=4 {
        let value = most_y * f64::from(step) / 4.0;
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{0:.1}\" y2=\"{0:.1}\"/>\
             <text x=\"{1:.1}\" y=\"{2:.1}\" text-anchor=\"end\">{value:.1}</text>",
            y(value),
            left - 6.0,
            y(value) + 4.0
        );
    }
    for (n, _) in ours {
        let _ = write!(out, "<text x=\"{:.1}\" y=\"186\" text-anchor=\"middle\">{n}</text>", x(*n));
    }
    for (class, points) in [("theirs", theirs), ("ours", ours)] {
        let path: Vec<String> =
            points.iter().map(|(n, v)| format!("{:.1},{:.1}", x(*n), y(*v))).collect();
        let _ = write!(out, "<polyline class=\"{class}\" points=\"{}\"/>", path.join(" "));
        for (n, value) in points {
            let _ = write!(
                out,
                "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"><title>{n} threads: {value:.2}</title></circle>",
                x(*n),
                y(*value)
            );
        }
    }
    out + "</svg>"
}

/// A kernel in a roofline.
pub struct Dot {
    /// Its row.
    pub name: String,
    /// Operations per byte.
    pub intensity: f64,
    /// Operations per second.
    pub rate: f64,
    /// Bytes per second.
    pub bandwidth: f64,
}

/// Rates by intensity, both logarithmic; none where no row has operations.
pub fn roofline(title: &str, about: &str, dots: &[Dot]) -> Option<String> {
    let drawn: Vec<&Dot> =
        dots.iter().filter(|dot| dot.rate > 0.0 && dot.intensity > 0.0).collect();
    let most = |of: fn(&Dot) -> f64| dots.iter().map(of).fold(0.0, f64::max);
    let (bandwidth, peak) = (most(|dot| dot.bandwidth), most(|dot| dot.rate));
    if drawn.is_empty() {
        return None;
    }
    let (left, right, top, bottom) = (52.0, WIDTH - 14.0, 12.0, 250.0);
    let bounds = |of: &dyn Fn(&Dot) -> f64| {
        let all = || drawn.iter().map(|dot| of(dot).log10());
        (all().fold(f64::INFINITY, f64::min) - 0.4, all().fold(f64::NEG_INFINITY, f64::max) + 0.4)
    };
    let (x0, x1) = bounds(&|dot| dot.intensity);
    let (y0, y1) = bounds(&|dot| dot.rate);
    let x = |value: f64| left + (value.log10() - x0) / (x1 - x0) * (right - left);
    let y = |value: f64| bottom - (value.log10() - y0) / (y1 - y0) * (bottom - top);
    let about =
        format!("{about} · {:.1} GB/s, {:.1} GFLOP/s at most", bandwidth * 1e-9, peak * 1e-9);
    let mut out = begin(title, &about, 282.0);
    for power in (x0.ceil() as i32)..=(x1.floor() as i32) {
        let at = x(10_f64.powi(power));
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{bottom}\"/>\
             <text x=\"{at:.1}\" y=\"266\" text-anchor=\"middle\">{}</text>",
            10_f64.powi(power)
        );
    }
    for power in (y0.ceil() as i32)..=(y1.floor() as i32) {
        let at = y(10_f64.powi(power));
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{} G</text>",
            left - 6.0,
            at + 4.0,
            10_f64.powi(power - 9)
        );
    }
    // From where the slope enters the plot to the ridge, then horizontal.
    let enter = (10_f64.powf(y0) / bandwidth).max(10_f64.powf(x0));
    let ridge = (peak / bandwidth).clamp(enter, 10_f64.powf(x1));
    let _ = write!(
        out,
        "<polyline class=\"roof\" points=\"{:.1},{:.1} {:.1},{:.1} {right},{:.1}\"/>\
         <text x=\"{right}\" y=\"280\" text-anchor=\"end\">operations per byte</text>",
        x(enter),
        y(enter * bandwidth),
        x(ridge),
        y((ridge * bandwidth).min(peak)),
        y(peak)
    );
    for dot in drawn {
        let (cx, cy) = (x(dot.intensity), y(dot.rate));
        let _ = write!(
            out,
            "<circle class=\"ours\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4.5\"><title>{0}: {1:.2} GFLOP/s, {2:.2} GB/s</title></circle>\
             <text x=\"{3:.1}\" y=\"{4:.1}\">{0}</text>",
            escaped(&dot.name),
            dot.rate * 1e-9,
            dot.bandwidth * 1e-9,
            cx + 7.0,
            cy + 4.0
        );
    }
    Some(out + "</svg>")
}

/// Times from the oldest to the newest.
pub fn history(title: &str, about: &str, points: &[(String, f64)]) -> String {
    let (left, right, top, bottom) = (64.0, WIDTH - 14.0, 10.0, 96.0);
    let most = points.iter().map(|p| p.1).fold(0.0, f64::max).max(1e-12) * 1.1;
    let step = (right - left) / (points.len().max(2) - 1) as f64;
    let x = |number: usize| left + step * number as f64;
    let y = |time: f64| bottom - time / most * (bottom - top);
    let mut out = begin(title, about, 110.0);
    for value in [0.0, most / 2.2, most / 1.1] {
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{0:.1}\" y2=\"{0:.1}\"/>\
             <text x=\"{1:.1}\" y=\"{2:.1}\" text-anchor=\"end\">{3}</text>",
            y(value),
            left - 6.0,
            y(value) + 4.0,
            if value == 0.0 { "0".to_owned() } else { seconds(value) }
        );
    }
    let path: Vec<String> = points
        .iter()
        .enumerate()
        .map(|(number, p)| format!("{:.1},{:.1}", x(number), y(p.1)))
        .collect();
    let _ = write!(out, "<polyline class=\"ours\" points=\"{}\"/>", path.join(" "));
    for (number, (label, time)) in points.iter().enumerate() {
        let _ = write!(
            out,
            "<circle class=\"ours\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"><title>{}: {}</title></circle>",
            x(number),
            y(*time),
            escaped(label),
            seconds(*time)
        );
    }
    out + "</svg>"
}
