//! Line and column of a field in the text of a scene file, in either of its two forms.
//!
//! Errors that are found after reading know the field alone. This follows the field's path through the text again: a
//! walk over brackets, names, strings and commas, which RON and JSON have in common. The text has been read before, so it
//! is well formed; where a step of the path is not in the text (a field that was left out), the place of what should hold
//! it is the answer.

/// A step from a value of a file to one inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A field of a struct, or of the only variant of an enum.
    Field(&'static str),
    /// An element of a list.
    Index(usize),
    /// A row of a table.
    Key(String),
}

/// `bodies[3].mass`, `shapes["ball"].radius`.
pub(crate) fn path_text(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Field(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            Step::Index(index) => text.push_str(&format!("[{index}]")),
            Step::Key(name) => text.push_str(&format!("[\"{}\"]", crate::error::quoted(name))),
        }
    }
    text
}

/// Line and column, counted from 1 in characters, of a byte position.
pub(crate) fn line_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line_start = before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |newline| newline + 1);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    // Every character has one byte that does not continue another.
    let column = before[line_start..]
        .iter()
        .filter(|byte| **byte & 0xc0 != 0x80)
        .count()
        + 1;
    (line, column)
}

/// Byte position of the deepest value on the path that the text holds.
pub(crate) fn locate(text: &str, path: &[Step]) -> usize {
    let mut walk = Walk { text, at: 0 };
    walk.skip_space();
    while text.as_bytes()[walk.at.min(text.len())..].starts_with(b"#!") {
        // Attributes such as #![enable(implicit_some)].
        while walk.peek().is_some_and(|byte| byte != b']') {
            walk.at += 1;
        }
        walk.at += 1;
        walk.skip_space();
    }
    for step in path {
        let here = walk.at;
        if !walk.descend(step) {
            return here;
        }
    }
    walk.at
}

struct Walk<'a> {
    text: &'a str,
    at: usize,
}

impl Walk<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips spaces and comments.
    fn skip_space(&mut self) {
        loop {
            let rest = &self.text.as_bytes()[self.at.min(self.text.len())..];
            match rest {
                [b' ' | b'\t' | b'\r' | b'\n', ..] => self.at += 1,
                [b'/', b'/', ..] => {
                    self.at += rest
                        .iter()
                        .position(|byte| *byte == b'\n')
                        .unwrap_or(rest.len());
                }
                [b'/', b'*', ..] => self.skip_block_comment(),
                _ => return,
            }
        }
    }

    /// Block comments nest.
    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.text.len() {
            match &self.text.as_bytes()[self.at..] {
                [b'/', b'*', ..] => {
                    depth += 1;
                    self.at += 2;
                }
                [b'*', b'/', ..] => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    /// Skips a word: a name, a number, `true`.
    fn word(&mut self) -> &str {
        let start = self.at;
        while self.peek().is_some_and(|byte| {
            byte.is_ascii_alphanumeric() || b"_.+-#".contains(&byte) || byte >= 0x80
        }) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Skips a string and gives what stands between its quotes, escapes as they are.
    fn string(&mut self) -> &str {
        self.at += 1;
        let start = self.at;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => self.at += 2,
                b'"' => break,
                _ => self.at += 1,
            }
        }
        let end = self.at.min(self.text.len());
        self.at = (end + 1).min(self.text.len());
        self.text.get(start..end).unwrap_or("")
    }

    /// Skips a raw string such as `r#"..."#`; false if there is none here.
    fn raw_string(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let Some(after) = rest.strip_prefix('r') else {
            return false;
        };
        let hashes = after.bytes().take_while(|byte| *byte == b'#').count();
        if after.as_bytes().get(hashes) != Some(&b'"') {
            return false;
        }
        let close = format!("\"{}", "#".repeat(hashes));
        let body = &after[hashes + 1..];
        let end = body
            .find(&close)
            .map_or(body.len(), |end| end + close.len());
        self.at += 2 + hashes + end;
        true
    }

    /// Skips a value of any kind with all that it holds.
    fn value(&mut self) {
        self.skip_space();
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                None => return,
                Some(b'"') => {
                    self.string();
                }
                Some(b'\'') => {
                    // A character, which no scene holds; at least the quote is passed.
                    self.at += 1;
                }
                Some(b'(' | b'[' | b'{') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b')' | b']' | b'}') => {
                    if depth == 0 {
                        return;
                    }
                    depth -= 1;
                    self.at += 1;
                }
                Some(b',' | b':') => {
                    if depth == 0 {
                        return;
                    }
                    self.at += 1;
                }
                Some(b'r') if self.raw_string() => {}
                Some(_) => {
                    if self.word().is_empty() {
                        self.at += 1;
                        while !self.text.is_char_boundary(self.at) {
                            self.at += 1;
                        }
                    }
                }
            }
            self.skip_space();
            if depth == 0 && matches!(self.peek(), Some(b',' | b':' | b')' | b']' | b'}') | None) {
                return;
            }
        }
    }

    /// From the start of a value to the start of the one inside it; false, and moved anywhere, if there is none.
    fn descend(&mut self, step: &Step) -> bool {
        // The name of a struct or variant before its fields.
        if self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.word();
            self.skip_space();
        }
        let Some(open) = self.peek().filter(|byte| b"([{".contains(byte)) else {
            return false;
        };
        self.at += 1;
        self.skip_space();
        match step {
            Step::Index(index) => {
                for _ in 0..*index {
                    self.value();
                    if !self.next_entry() {
                        return false;
                    }
                }
                !matches!(self.peek(), Some(b')' | b']' | b'}') | None)
            }
            Step::Field(_) | Step::Key(_) => self.find_entry(step, open),
        }
    }

    /// Goes over a comma to the next entry; false at the end.
    fn next_entry(&mut self) -> bool {
        self.skip_space();
        if self.peek() != Some(b',') {
            return false;
        }
        self.at += 1;
        self.skip_space();
        !matches!(self.peek(), Some(b')' | b']' | b'}') | None)
    }

    fn find_entry(&mut self, step: &Step, open: u8) -> bool {
        let wanted = match step {
            Step::Field(name) => name,
            Step::Key(name) => name.as_str(),
            Step::Index(_) => return false,
        };
        let first = self.at;
        let mut entries = 0;
        loop {
            if matches!(self.peek(), Some(b')' | b']' | b'}') | None) {
                break;
            }
            let name = if self.peek() == Some(b'"') {
                self.string().to_owned()
            } else {
                self.word().to_owned()
            };
            self.skip_space();
            if self.peek() != Some(b':') {
                // Not a struct: a newtype such as Some((...)).
                self.at = first;
                return open == b'(' && self.descend(step);
            }
            self.at += 1;
            self.skip_space();
            if name == wanted {
                return true;
            }
            entries += 1;
            self.value();
            if !self.next_entry() {
                break;
            }
        }
        // JSON writes a variant as an object with its name as the only key.
        if open == b'{' && entries == 1 {
            self.at = first;
            self.string();
            self.skip_space();
            self.at += 1;
            self.skip_space();
            return self.peek() == Some(b'{') && self.descend(step);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str, path: &[Step]) -> (usize, usize) {
        line_column(text, locate(text, path))
    }

    const RON: &str = r##"#![enable(implicit_some)]
// a comment with ( [ {
(
    name: "a \" b, c: (",
    raw: r#"x" , y: ("#,
    shapes: { "ball": Sphere(radius: 2.0), "box": Box(half: (1, 2, 3)), },
    /* a /* nested */ comment */
    bodies: [
        (shape: "ball", position: (0, 1, 2)),
        Body(shape: "box",
             repeat: [Grid(count: (1, 2, 3), spacing: ("1cm", 0, 0))]),
    ],
)"##;

    #[test]
    fn fields_of_ron_are_found() {
        let body = |index, rest: &[Step]| {
            let mut path = vec![Step::Field("bodies"), Step::Index(index)];
            path.extend_from_slice(rest);
            find(RON, &path)
        };
        assert_eq!(find(RON, &[Step::Field("name")]), (4, 11));
        assert_eq!(body(0, &[Step::Field("position")]), (9, 35));
        assert_eq!(body(1, &[Step::Field("shape")]), (10, 21));
        let spacing = [
            Step::Field("repeat"),
            Step::Index(0),
            Step::Field("spacing"),
        ];
        assert_eq!(body(1, &spacing), (11, 55));
        let radius = [
            Step::Field("shapes"),
            Step::Key("ball".to_owned()),
            Step::Field("radius"),
        ];
        assert_eq!(find(RON, &radius), (6, 38));
        let part = [
            Step::Field("shapes"),
            Step::Key("box".to_owned()),
            Step::Field("half"),
            Step::Index(2),
        ];
        assert_eq!(find(RON, &part), (6, 68));
    }

    #[test]
    fn a_field_that_is_not_there_is_where_it_would_stand() {
        let path = [Step::Field("bodies"), Step::Index(0), Step::Field("mass")];
        assert_eq!(find(RON, &path), (9, 9));
        let path = [Step::Field("bodies"), Step::Index(7), Step::Field("mass")];
        assert_eq!(find(RON, &path), (8, 13));
    }

    #[test]
    fn fields_of_json_are_found_through_the_names_of_variants() {
        let text = "{\n \"shapes\": {\"bäll\": {\"Sphere\": {\"radius\": 2}}},\n \"bodies\": [{\"repeat\": [{\"Line\": {\"count\": 3, \"step\": [0, 1, 0]}}]}]\n}";
        let radius = [
            Step::Field("shapes"),
            Step::Key("bäll".to_owned()),
            Step::Field("radius"),
        ];
        assert_eq!(find(text, &radius), (2, 43));
        let step = [
            Step::Field("bodies"),
            Step::Index(0),
            Step::Field("repeat"),
            Step::Index(0),
            Step::Field("step"),
        ];
        assert_eq!(find(text, &step), (3, 55));
    }

    #[test]
    fn any_text_and_any_path_end() {
        let texts = [
            "", "(", "((((", "{\"", "r#\"", "a(b", "/*", "[,,,]", "ä:ö", "'", "\\", "#!", "(\"\\",
        ];
        let path = [Step::Field("a"), Step::Index(3), Step::Key("b".to_owned())];
        for text in texts {
            for length in 0..=path.len() {
                let at = locate(text, &path[..length]);
                line_column(text, at);
            }
        }
    }
}
