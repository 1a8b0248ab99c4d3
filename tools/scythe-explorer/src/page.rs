//! The page: hand-written HTML, CSS and JavaScript around the JSON of the model.

use serde_json::Value;

const TEMPLATE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");

/// The scripts, in order of dependence.
const SCRIPTS: [&str; 6] = [
    include_str!("../page/highlight.js"),
    include_str!("../page/lines.js"),
    include_str!("../page/accesses.js"),
    include_str!("../page/graph.js"),
    include_str!("../page/inspector.js"),
    include_str!("../page/app.js"),
];

/// The whole page.
#[must_use]
pub fn render(model: &Value) -> String {
    let source = model["source"].as_str().unwrap_or_default();
    // The data is inserted last, since it may contain placeholders.
    TEMPLATE
        .replace("{{title}}", &escaped(source))
        .replace("{{style}}", STYLE)
        .replace("{{script}}", &SCRIPTS.join("\n"))
        .replace("{{data}}", &in_script(model))
}

/// JSON for a script element: it contains nothing that ends the element or starts a comment.
#[must_use]
pub fn in_script(value: &Value) -> String {
    let text = value.to_string();
    // In JSON, these characters occur in strings only.
    text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn data_cannot_end_its_element() {
        let model = json!({ "source": "<b>.cpp", "text": "</script><!-- {{style}} " });
        let page = render(&model);
        assert!(!page.contains("</script><!--"));
        assert!(page.contains("&lt;b&gt;.cpp"));
        let start = page.find("id=\"data\">").unwrap();
        let data = &page[start..];
        let data = &data[data.find('>').unwrap() + 1..data.find("</script>").unwrap()];
        let back: Value = serde_json::from_str(data).unwrap();
        assert_eq!(back, model);
    }

    #[test]
    fn the_page_needs_no_network() {
        let page = render(&json!({ "source": "a.cpp" }));
        for word in ["http://", "https://", "src=", "@import", "url("] {
            let found = page.match_indices(word).map(|(at, _)| &page[at..at + 40]);
            // Strings that are not addresses.
            let found: Vec<_> = found.filter(|text| !text.starts_with("url(#")).collect();
            assert!(found.is_empty(), "{found:?}");
        }
    }
}
