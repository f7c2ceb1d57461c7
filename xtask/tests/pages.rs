//! The pages of the sports hold the numbers that are in force.

use voltex_flight::balls;
use xtask::validate::{self, pages};

#[test]
fn numbers_in_the_pages_are_current() {
    let document = validate::read().expect("validation.toml is well formed");
    let report = validate::evaluate(&document).expect("every mark has its cases");
    for page in pages::ALL {
        let current = page.current().expect("the page has its numbers");
        let expected = page.section(&report).expect("a ball");
        assert!(
            current == expected,
            "the numbers in docs/flight/{}.md are stale; run `cargo xtask validate --write` and commit the result",
            page.ball
        );
    }
}

#[test]
fn pages_name_every_parameter_with_its_value() {
    for page in pages::ALL {
        let text = page.text().expect("the page exists");
        let ball = balls::find(page.ball).expect("a ball");
        for parameter in ball.parameters() {
            if parameter.value >= f64::MAX {
                continue;
            }
            let row = format!("| `{}` | {} |", parameter.path, parameter.value);
            assert!(text.contains(&row), "{}: {row}", page.ball);
        }
    }
}

#[test]
fn every_ball_has_a_page_and_the_index_names_it() {
    let index = std::fs::read_to_string(xtask::workspace_root().join("docs/flight/README.md"))
        .expect("the index exists");
    for ball in balls::ALL {
        let file = format!("{}.md", ball.name);
        assert!(index.contains(&format!("({file})")), "{file}");
        let text = std::fs::read_to_string(xtask::workspace_root().join("docs/flight").join(&file))
            .expect("the page exists");
        assert!(text.contains("## Limits"), "{file}");
    }
    for shot in voltex_flight::shots::ALL {
        assert!(index.contains(&format!("`{}`", shot.name)), "{}", shot.name);
    }
}
