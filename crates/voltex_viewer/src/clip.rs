//! Pictures into files: one as PNG, many as GIF, WebP or MP4.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, RgbaImage};
use image_webp::{ColorType, WebPEncoder};
use voltex_renderer::Picture;

use crate::error::ViewError;

/// What a file becomes, by its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One picture.
    Png,
    /// Pictures of 256 colours each.
    Gif,
    /// Pictures without loss.
    WebP,
    /// A film, by the program ffmpeg.
    Mp4,
}

impl Kind {
    pub(crate) fn of(path: &Path) -> Result<Self, ViewError> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("png") => Ok(Self::Png),
            Some("gif") => Ok(Self::Gif),
            Some("webp") => Ok(Self::WebP),
            Some("mp4") => Ok(Self::Mp4),
            _ => Err(ViewError::Write {
                path: path.to_owned(),
                reason: "the ending says what to write: .png, .gif, .webp or .mp4".to_owned(),
            }),
        }
    }
}

/// A file that pictures go into one by one.
pub(crate) struct Clip {
    path: PathBuf,
    size: [u32; 2],
    fps: u32,
    sink: Sink,
}

enum Sink {
    Png,
    Gif(Box<GifEncoder<BufWriter<File>>>),
    /// Encoded pictures, written when the last one is there.
    WebP(Vec<Vec<u8>>),
    Mp4(Child),
}

impl Clip {
    /// Begins a file.
    pub(crate) fn begin(path: &Path, size: [u32; 2], fps: u32) -> Result<Self, ViewError> {
        let failed = |reason: String| ViewError::Write {
            path: path.to_owned(),
            reason,
        };
        let sink = match Kind::of(path)? {
            Kind::Png => Sink::Png,
            Kind::Gif => {
                let file = File::create(path).map_err(|error| failed(error.to_string()))?;
                // 10 is the quality that its authors name as a good trade of time.
                let mut encoder = GifEncoder::new_with_speed(BufWriter::new(file), 10);
                encoder
                    .set_repeat(Repeat::Infinite)
                    .map_err(|error| failed(error.to_string()))?;
                Sink::Gif(Box::new(encoder))
            }
            Kind::WebP => Sink::WebP(Vec::new()),
            Kind::Mp4 => Sink::Mp4(film(path, size, fps).map_err(failed)?),
        };
        Ok(Self {
            path: path.to_owned(),
            size,
            fps,
            sink,
        })
    }

    /// Adds a picture; a PNG holds the last one.
    pub(crate) fn add(&mut self, picture: &Picture) -> Result<(), ViewError> {
        let [width, height] = self.size;
        let done: Result<(), String> = match &mut self.sink {
            Sink::Png => picture
                .save_png(&self.path)
                .map_err(|error| error.to_string()),
            Sink::Gif(encoder) => {
                let image = RgbaImage::from_raw(width, height, picture.bytes().to_vec())
                    .expect("a picture has its bytes");
                let delay = Delay::from_numer_denom_ms(1000, self.fps);
                let frame = image::Frame::from_parts(image, 0, 0, delay);
                encoder
                    .encode_frame(frame)
                    .map_err(|error| error.to_string())
            }
            Sink::WebP(frames) => still(picture).map(|frame| frames.push(frame)),
            Sink::Mp4(program) => {
                let input = program.stdin.as_mut().expect("its input is a pipe");
                input
                    .write_all(picture.bytes())
                    .map_err(|error| format!("ffmpeg stopped: {error}"))
            }
        };
        done.map_err(|reason| ViewError::Write {
            path: self.path.clone(),
            reason,
        })
    }

    /// Ends the file.
    pub(crate) fn finish(self) -> Result<(), ViewError> {
        let done: Result<(), String> = match self.sink {
            Sink::Png | Sink::Gif(_) => Ok(()),
            Sink::WebP(frames) => {
                let bytes = animation(&frames, self.size, self.fps);
                std::fs::write(&self.path, bytes).map_err(|error| error.to_string())
            }
            Sink::Mp4(mut program) => {
                // The end of its input is what it waits for.
                drop(program.stdin.take());
                match program.wait_with_output() {
                    Ok(output) if output.status.success() => Ok(()),
                    Ok(output) => Err(format!(
                        "ffmpeg failed: {}",
                        String::from_utf8_lossy(&output.stderr).trim()
                    )),
                    Err(error) => Err(error.to_string()),
                }
            }
        };
        done.map_err(|reason| ViewError::Write {
            path: self.path,
            reason,
        })
    }
}

/// Starts ffmpeg with raw pictures as its input. The colours of MP4 are kept for squares of 2 pixels, so sides are even.
fn film(path: &Path, [width, height]: [u32; 2], fps: u32) -> Result<Child, String> {
    let started = Command::new("ffmpeg")
        .args([
            "-y",
            "-loglevel",
            "error",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgba",
        ])
        .args([
            "-s",
            &format!("{width}x{height}"),
            "-r",
            &fps.to_string(),
            "-i",
            "-",
        ])
        .args([
            "-vf",
            "crop=trunc(iw/2)*2:trunc(ih/2)*2",
            "-pix_fmt",
            "yuv420p",
        ])
        .args(["-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"])
        .arg(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    started.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            "films are made by the program ffmpeg, which is not installed (Debian and Ubuntu: apt-get install ffmpeg); \
             .gif and .webp need no other program"
                .to_owned()
        }
        _ => format!("ffmpeg cannot be started: {error}"),
    })
}

/// One picture as a WebP file.
fn still(picture: &Picture) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let pixels = picture.bytes().chunks_exact(4);
    let rgb: Vec<u8> = pixels.flat_map(|p| [p[0], p[1], p[2]]).collect();
    WebPEncoder::new(&mut bytes)
        .encode(&rgb, picture.width(), picture.height(), ColorType::Rgb8)
        .map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// A WebP file of many pictures: the container that Google's specification of WebP describes, with the VP8L data of
/// each picture in a chunk ANMF. One picture alone is its own file.
fn animation(frames: &[Vec<u8>], [width, height]: [u32; 2], fps: u32) -> Vec<u8> {
    if let [only] = frames {
        return only.clone();
    }
    let three = |number: u32| {
        let [a, b, c, _] = number.to_le_bytes();
        [a, b, c]
    };
    let size = [three(width - 1), three(height - 1)].concat();
    let mut body = b"WEBP".to_vec();
    // Bit 1 says that it moves.
    chunk(&mut body, b"VP8X", &[&[2, 0, 0, 0][..], &size].concat());
    // Black behind, and round without end.
    chunk(&mut body, b"ANIM", &[0, 0, 0, 255, 0, 0]);
    for (number, frame) in frames.iter().enumerate() {
        // Durations are whole milliseconds; their sum stays within half of one.
        let at = |number: usize| (1000 * number as u64 + u64::from(fps) / 2) / u64::from(fps);
        let duration = three((at(number + 1) - at(number)) as u32);
        // Behind RIFF, its length and WEBP stand the chunks of a picture.
        let head = [&[0; 6][..], &size, &duration, &[2]].concat();
        chunk(&mut body, b"ANMF", &[&head, &frame[12..]].concat());
    }
    let mut file = Vec::new();
    chunk(&mut file, b"RIFF", &body);
    file
}

/// Name, length and content, padded to an even length.
fn chunk(file: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    file.extend(name);
    file.extend((content.len() as u32).to_le_bytes());
    file.extend(content);
    if content.len() % 2 == 1 {
        file.push(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_webp_clip_reads_back_as_the_pictures_that_went_in() {
        let shade = |shade: u8| Picture::paint(7, 5, |u, _| [shade, (250.0 * u) as u8, 9, 255]);
        let pictures = [10, 120, 240].map(shade);
        let frames: Vec<Vec<u8>> = pictures
            .iter()
            .map(|picture| still(picture).expect("it is encoded"))
            .collect();
        let file = animation(&frames, [7, 5], 30);
        let mut decoder = image_webp::WebPDecoder::new(std::io::Cursor::new(file)).expect("a WebP");
        assert!(decoder.is_animated());
        assert_eq!((decoder.num_frames(), decoder.dimensions()), (3, (7, 5)));
        let mut durations = 0;
        for picture in &pictures {
            let mut bytes = vec![0; decoder.output_buffer_size().expect("its size")];
            durations += decoder.read_frame(&mut bytes).expect("a picture");
            let channels = bytes.len() / 35;
            for (read, went) in bytes
                .chunks_exact(channels)
                .zip(picture.bytes().chunks_exact(4))
            {
                assert_eq!(read[..3], went[..3]);
            }
        }
        assert_eq!(durations, 100);
    }

    #[test]
    fn endings_choose_and_others_are_refused() {
        assert_eq!(Kind::of(Path::new("a/B.GIF")).ok(), Some(Kind::Gif));
        let error = Kind::of(Path::new("a.bmp")).expect_err("bmp").to_string();
        assert!(error.contains(".png, .gif, .webp or .mp4"), "{error}");
    }
}
