package tender.cli.help;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What all commands read that have an option, so that it is written once.
 *
 * @param option the option; empty for what every command reads
 * @param section the section in which it is told
 */
record SharedHelpEntry(String option, String section, String name, String text) {
  private static final List<SharedHelpEntry> ALL =
      List.of(
          environment(
              "--server", "TENDER_SERVER", "Where the market is, if --server does not say it."),
          environment("--server", "TENDER_TOKEN", "Your token, which the operator gave to you."),
          environment(
              "--server",
              "TENDER_CA",
              "A file with the certificates to trust, in PEM. Default: those that Java trusts."),
          new SharedHelpEntry(
              "--server",
              ManualText.FILES,
              "~/.config/tender/config.yaml",
              "server, token and ca, for what neither options nor environment say. Only you may"
                  + " read it (chmod 600)."),
          environment(
              "--traces", "TENDER_TRACES", "The folder with logs, if --traces does not say it."),
          environment(
              "",
              "TENDER_DEBUG",
              "If set, what fails also prints its stack trace, and libraries log more."),
          environment(
              "",
              "NO_COLOR, CLICOLOR_FORCE",
              "If set: never colours; colours even where no terminal is."));

  private static SharedHelpEntry environment(String option, String name, String words) {
    return new SharedHelpEntry(option, ManualText.ENVIRONMENT, name, words);
  }

  static List<SharedHelpEntry> of(CommandSpec command, String section) {
    return ALL.stream()
        .filter(shared -> shared.section.equals(section))
        .filter(shared -> shared.option.isEmpty() || command.findOption(shared.option) != null)
        .toList();
  }
}
