//! `voltex replay export --html`: a recording as a page that plays it, in one file that needs nothing else.
//!
//! The page is made of the files of the folder `page` beside `src`: its look, its program, and three.js for the picture
//! (release 0.160.1, the last that comes as a plain script; a page opened from a disk may load no modules).
//! What it shows is one block, deflated and in base64: the length of a JSON text, that text, and the tracks.

mod film;
mod pack;

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use voltex_replay::Reader;

use crate::error::CliError;

const FRAME: &str = include_str!("../../page/page.html");
const STYLE: &str = include_str!("../../page/page.css");
const THREE: &str = include_str!("../../page/three.min.js");
const THREE_LICENCE: &str = include_str!("../../page/three.LICENSE");
/// In the order in which they build on each other.
const PROGRAM: [&str; 4] = [
    include_str!("../../page/tracks.js"),
    include_str!("../../page/plots.js"),
    include_str!("../../page/stage.js"),
    include_str!("../../page/player.js"),
];

/// The page as a file.
pub(crate) fn bytes(path: &Path, reader: &mut Reader<File>) -> Result<Vec<u8>, CliError> {
    let title = match &*reader.header().note {
        "" => path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        note => note.replace('_', " "),
    };
    let (film, tracks) = film::of(path, reader)?;
    let mut block = (film.len() as u32).to_le_bytes().to_vec();
    block.extend(film.as_bytes());
    block.extend(tracks);
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = deflated.write_all(&block).and_then(|()| deflated.finish());
    let deflated = written.expect("memory takes what is written");
    Ok(page(&title, &base64(&deflated)).into_bytes())
}

fn page(title: &str, block: &str) -> String {
    let title = title
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;");
    let program = PROGRAM.concat();
    // Each place is filled once and what fills it is not searched: a title may hold the mark of another place.
    let parts = [
        ("{{title}}", &*title),
        ("{{style}}", STYLE),
        ("{{three licence}}", THREE_LICENCE),
        ("{{three}}", THREE),
        ("{{block}}", block),
        ("{{program}}", &program),
    ];
    let (mut page, mut rest) = (String::new(), FRAME);
    for (mark, part) in parts {
        let (before, after) = rest
            .split_once(mark)
            .expect("the frame has every mark in this order");
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page + rest
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let mut number = 0_u32;
        for place in 0..3 {
            number = number << 8 | u32::from(three.get(place).copied().unwrap_or(0));
        }
        for letter in 0..4 {
            let index = number >> (18 - 6 * letter) & 63;
            text.push(if letter > three.len() {
                '='
            } else {
                char::from(LETTERS[index as usize])
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }

    /// A note is a stranger's words.
    #[test]
    fn a_title_is_text_and_nothing_else() {
        let page = page("<script>alert(1)</script> {{three}} & \"more\"", "AAAA");
        assert!(page.contains("&lt;script>alert(1)&lt;/script> {{three}} &amp; &quot;more&quot;"));
        assert_eq!(page.matches("@license").count(), 1);
        assert!(page.contains("Permission is hereby granted"));
    }

    /// Nothing in the page loads anything: what looks like an address is in a comment or names a standard.
    #[test]
    fn the_page_loads_nothing() {
        for own in PROGRAM.into_iter().chain([FRAME, STYLE]) {
            for word in [
                "http:", "https:", "src=", "href=", "@import", "url(", "fetch(", "import(",
            ] {
                assert!(!own.contains(word), "{word}");
            }
        }
    }
}
