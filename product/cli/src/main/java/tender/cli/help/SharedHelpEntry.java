package tender.cli.help;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A help entry of all commands that have an option, so that the text exists once.
 *
 * @param option the option; empty for an entry of every command
 * @param section the section of the entry
 */
record SharedHelpEntry(String option, String section, String name, String text) {
  private static final List<SharedHelpEntry> ALL =
      List.of(
          environment(
              "--server", "TENDER_SERVER", "Address of the server, if --server is not given."),
          environment("--server", "TENDER_TOKEN", "Your token, from the operator of the market."),
          environment(
              "--server",
              "TENDER_CA",
              "A file with the certificates to trust, in PEM. Default: those that Java trusts."),
          new SharedHelpEntry(
              "--server",
              ManualText.FILES,
              "~/.config/tender/config.yaml",
              "server, token and ca, where neither options nor environment set them. Only you"
                  + " may read it (chmod 600)."),
          environment(
              "--traces",
              "TENDER_TRACES",
              "The folder with workload logs, if --traces is not given."),
          environment(
              "",
              "TENDER_DEBUG",
              "If set, failures print their stack trace, and libraries log more."),
          environment(
              "",
              "NO_COLOR, CLICOLOR_FORCE",
              "If set: never use colours; use colours even without a terminal."));

  private static SharedHelpEntry environment(String option, String name, String text) {
    return new SharedHelpEntry(option, ManualText.ENVIRONMENT, name, text);
  }

  static List<SharedHelpEntry> of(CommandSpec command, String section) {
    return ALL.stream()
        .filter(shared -> shared.section.equals(section))
        .filter(shared -> shared.option.isEmpty() || command.findOption(shared.option) != null)
        .toList();
  }
}
