//! Traces in the format of Chrome and Perfetto.

use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value};

/// An event of the format.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Event {
    /// Its kind.
    pub ph: String,
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// Its categories.
    #[serde(default)]
    pub cat: String,
    /// The process.
    #[serde(default)]
    pub pid: Value,
    /// The thread.
    #[serde(default)]
    pub tid: Value,
    /// The time, in microseconds.
    pub ts: Option<f64>,
    /// The duration.
    pub dur: Option<f64>,
    /// Identifies events that belong together.
    #[serde(default)]
    pub id: Value,
    /// Further arguments.
    #[serde(default)]
    pub args: Map<String, Value>,
}

impl Event {
    /// Process and thread.
    pub fn line(&self) -> (String, String) {
        (self.pid.to_string(), self.tid.to_string())
    }

    /// Start and end, in nanoseconds.
    pub fn time(&self) -> (u64, u64) {
        let start = nanoseconds(self.ts.unwrap_or(0.0));
        (start, start + nanoseconds(self.dur.unwrap_or(0.0)))
    }

    /// A number in its arguments.
    pub fn number(&self, key: &str) -> Option<u64> {
        self.args.get(key)?.as_u64()
    }

    /// A time in its arguments, in nanoseconds.
    pub fn time_of(&self, key: &str) -> Option<u64> {
        Some(nanoseconds(self.args.get(key)?.as_f64()?))
    }

    /// A text in its arguments.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.args.get(key)?.as_str()
    }

    /// A list of numbers in its arguments.
    pub fn numbers(&self, key: &str) -> Option<Vec<u64>> {
        self.args.get(key)?.as_array()?.iter().map(Value::as_u64).collect()
    }
}

fn nanoseconds(microseconds: f64) -> u64 {
    (microseconds * 1000.0).round().max(0.0) as u64
}

/// The events of a file.
#[derive(Debug, Default)]
pub struct Events {
    /// All complete events.
    pub list: Vec<Event>,
    /// A note about the file for the user.
    pub note: Option<String>,
}

/// Why a file is not a trace.
#[derive(Debug)]
pub enum ReadError {
    /// It is empty.
    Empty,
    /// It is not JSON.
    NotJson(serde_json::Error),
    /// It is JSON, but not a trace.
    NoTrace,
    /// An event is malformed: its number, counted from one.
    NoEvent(usize, serde_json::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                write!(f, "the file is empty: the program that wrote it recorded nothing")
            }
            Self::NotJson(error) => write!(f, "not a trace, nor any JSON: {error}"),
            Self::NoTrace => write!(
                f,
                "not a trace: it is JSON, but neither an array of events nor an object with traceEvents"
            ),
            Self::NoEvent(number, error) => write!(f, "not a trace: event {number}: {error}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads a trace: an array of events, whose end is missing if the program was killed, or an object with such
/// an array.
///
/// # Errors
/// When the file is not a trace.
pub fn events(bytes: &[u8]) -> Result<Events, ReadError> {
    let text = bytes.trim_ascii();
    match text.first() {
        None => Err(ReadError::Empty),
        Some(b'[') => array(&text[1..]),
        Some(b'{') => {
            let whole: Value = serde_json::from_slice(text).map_err(ReadError::NotJson)?;
            let Some(Value::Array(list)) = whole.get("traceEvents") else {
                return Err(ReadError::NoTrace);
            };
            let event = |(index, value): (usize, &Value)| {
                Event::deserialize(value).map_err(|error| ReadError::NoEvent(index + 1, error))
            };
            let list = list.iter().enumerate().map(event).collect::<Result<_, _>>()?;
            Ok(Events { list, note: None })
        }
        Some(_) => match serde_json::from_slice::<Value>(text) {
            Ok(_) => Err(ReadError::NoTrace),
            Err(error) => Err(ReadError::NotJson(error)),
        },
    }
}

/// Reads the events of an array, after its bracket.
fn array(mut rest: &[u8]) -> Result<Events, ReadError> {
    let mut list = Vec::new();
    loop {
        rest = rest.trim_ascii_start();
        match rest.first() {
            None => {
                let note = "the array is not closed: the program was ended by force".to_owned();
                return Ok(Events { list, note: Some(note) });
            }
            Some(b']') => {
                rest = rest[1..].trim_ascii_start();
                let note = (!rest.is_empty())
                    .then(|| format!("there are {} bytes behind the end of the trace", rest.len()));
                return Ok(Events { list, note });
            }
            Some(b',') => rest = &rest[1..],
            Some(_) => {
                let mut stream = serde_json::Deserializer::from_slice(rest).into_iter::<Event>();
                match stream.next() {
                    Some(Ok(event)) => list.push(event),
                    Some(Err(error)) if error.is_eof() => {
                        let note = "the last event is cut off: the program was ended by force";
                        return Ok(Events { list, note: Some(note.to_owned()) });
                    }
                    Some(Err(error)) => return Err(ReadError::NoEvent(list.len() + 1, error)),
                    None => return Err(ReadError::NoTrace),
                }
                let read = stream.byte_offset();
                rest = &rest[read..];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: &str =
        r#"{"ph":"X","name":"a","pid":1,"tid":2,"ts":1.5,"dur":0.25,"args":{"n":3}}"#;

    fn read(text: &str) -> (usize, Option<String>) {
        let events = events(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        (events.list.len(), events.note)
    }

    #[test]
    fn arrays_and_objects() {
        assert_eq!(read(&format!("[{EVENT},\n{EVENT}]\n")), (2, None));
        assert_eq!(read(&format!(r#"{{"traceEvents":[{EVENT}],"a":1}}"#)), (1, None));
        assert_eq!(read("[]"), (0, None));
        let event = &events(format!("[{EVENT}]").as_bytes()).expect("a trace").list[0];
        assert_eq!(event.time(), (1500, 1750));
        assert_eq!(event.number("n"), Some(3));
        assert_eq!(event.line(), ("1".to_owned(), "2".to_owned()));
    }

    #[test]
    fn truncated_files() {
        for open in [format!("[\n{EVENT},\n{EVENT}"), format!("[{EVENT},{EVENT},")] {
            let (count, note) = read(&open);
            assert!(count == 2 && note.is_some_and(|note| note.contains("not closed")), "{open}");
        }
        let whole = format!("[{EVENT},{EVENT}]");
        for end in EVENT.len() + 4..whole.len() - 2 {
            let (count, note) = read(&whole[..end]);
            assert!(count == 1 && note.is_some_and(|note| note.contains("cut off")), "{end}");
        }
    }

    #[test]
    fn files_that_are_not_traces() {
        let wrong = |text: &str| events(text.as_bytes()).expect_err(text).to_string();
        assert!(wrong("").contains("empty") && wrong(" \n").contains("empty"));
        assert!(wrong("ELF").contains("nor any JSON"));
        assert!(wrong("\u{7f}ELF{}").contains("nor any JSON"));
        assert!(wrong("{\"a\":1}").contains("neither an array"));
        assert!(wrong("17").contains("neither an array"));
        assert!(wrong("[1,2]").contains("event 1"));
        assert!(
            wrong(&format!("[{EVENT},{{\"name\":\"b\"}}]")).contains("event 2: missing field `ph`")
        );
        assert!(wrong("{\"traceEvents\":[{}]}").contains("event 1: missing field `ph`"));
        assert!(wrong("{\"traceEvents\":[").contains("nor any JSON"));
    }
}
