package tender.cli.help;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** One sentence about a command or an option, for lists of them. */
public final class HelpSummary {
  private HelpSummary() {}

  /** What a command does. */
  public static String of(CommandSpec command) {
    return firstSentence(command.usageMessage().description());
  }

  /** What an option says. */
  public static String of(OptionSpec option) {
    return firstSentence(option.description());
  }

  private static String firstSentence(String[] description) {
    String line = description.length == 0 ? "" : description[0].replace("%n", "");
    int end = line.indexOf(". ");
    return end < 0 ? line : line.substring(0, end + 1);
  }
}
