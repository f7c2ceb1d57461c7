//! `voltex completions`: scripts that teach a shell the subcommands, options and names.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::{Cli, CompletionsArgs};
use crate::error::CliError;
use crate::output;

/// Prints the script for one shell.
pub(crate) fn run(args: &CompletionsArgs) -> Result<(), CliError> {
    // Written to memory first: the generator panics when its writer fails, as a closed pipe does.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "voltex", &mut script);
    if args.shell == Shell::Fish {
        script.extend(fish_names().into_bytes());
    }
    output::print_plain(&script)
}

/// The names that stand without an option before them, which the generator leaves out for fish.
fn fish_names() -> String {
    let mut lines = String::new();
    for command in Cli::command().get_subcommands() {
        let values = command
            .get_positionals()
            .flat_map(clap::Arg::get_possible_values);
        let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        if !names.is_empty() {
            lines.push_str(&format!(
                "complete -c voltex -n \"__fish_voltex_using_subcommand {}\" -f -a \"{}\"\n",
                command.get_name(),
                names.join(" ")
            ));
        }
    }
    lines
}
