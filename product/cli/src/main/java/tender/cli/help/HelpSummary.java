package tender.cli.help;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The first sentence of a description, for lists of commands and options. */
public final class HelpSummary {
  private HelpSummary() {}

  /** The summary of a command. */
  public static String of(CommandSpec command) {
    return firstSentence(command.usageMessage().description());
  }

  /** The summary of an option. */
  public static String of(OptionSpec option) {
    return firstSentence(option.description());
  }

  private static String firstSentence(String[] description) {
    String line = description.length == 0 ? "" : description[0].replace("%n", "");
    int end = line.indexOf(". ");
    return end < 0 ? line : line.substring(0, end + 1);
  }
}
