package tender.cli.help;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Gives the help pages of all commands the same sections in the same order, at the width of the
 * terminal.
 */
public final class HelpPages implements IHelpFactory {
  private static final int MAX_WIDTH = 100;
  private static final int MIN_WIDTH = 55;
  private static final String MANUAL = "manual";

  private static final Map<String, String> EXIT_CODES = new LinkedHashMap<>();

  static {
    EXIT_CODES.put("0", "success");
    EXIT_CODES.put("1", "failure; standard error shows the reason and what to do");
    EXIT_CODES.put("2", "an option, an argument or a file is invalid");
  }

  private final IntSupplier terminalWidth;

  /**
   * Help pages for a terminal.
   *
   * @param terminalWidth its number of columns; read only when help is printed
   */
  public HelpPages(IntSupplier terminalWidth) {
    this.terminalWidth = terminalWidth;
  }

  @Override
  public Help create(CommandSpec command, ColorScheme colours) {
    UsageMessageSpec usage = command.usageMessage();
    usage.width(Math.clamp(terminalWidth.getAsInt(), MIN_WIDTH, MAX_WIDTH));
    usage.sortOptions(false);
    if (!command.subcommands().isEmpty()) {
      usage.synopsisSubcommandLabel("COMMAND");
    }
    usage.descriptionHeading("%n");
    usage.parameterListHeading(command.positionalParameters().isEmpty() ? "" : headed("Arguments"));
    usage.optionListHeading(headed("Options"));
    usage.commandListHeading("");
    if (usage.exitCodeList().isEmpty()) {
      usage.exitCodeList(EXIT_CODES);
    }
    usage.exitCodeListHeading(headed("Exit codes"));
    arrange(usage, ManualText.of(command));
    return new Help(command, colours);
  }

  private static void arrange(UsageMessageSpec usage, ManualText text) {
    Map<String, IHelpSectionRenderer> sections = usage.sectionMap();
    sections.put(
        UsageMessageSpec.SECTION_KEY_DESCRIPTION,
        help -> help.description() + paragraphs(help, text.paragraphs()));
    sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpPages::commands);
    sections.put(MANUAL, help -> manual(help, text));
    List<String> keys = new ArrayList<>(usage.sectionKeys());
    keys.remove(MANUAL);
    keys.add(MANUAL);
    usage.sectionKeys(keys);
  }

  private static String paragraphs(Help help, List<String> paragraphs) {
    return paragraphs.stream()
        .map(paragraph -> System.lineSeparator() + wrapped(help, paragraph, 0))
        .collect(Collectors.joining());
  }

  /** The subcommands: of the root command in groups, of others as one list. */
  private static String commands(Help help) {
    Map<String, Help> subcommands = new LinkedHashMap<>(help.subcommands());
    subcommands.values().removeIf(sub -> sub.commandSpec().usageMessage().hidden());
    StringBuilder list = new StringBuilder();
    int nameWidth = subcommands.keySet().stream().mapToInt(String::length).max().orElse(0) + 4;
    if (help.commandSpec().parent() == null) {
      for (CommandGroup group : CommandGroup.ALL) {
        Map<String, Help> members = new LinkedHashMap<>();
        group.commands().stream()
            .filter(subcommands::containsKey)
            .forEach(name -> members.put(name, subcommands.remove(name)));
        list.append(listed(help, group.title(), members, nameWidth));
      }
    }
    return list.append(listed(help, "Commands", subcommands, nameWidth)).toString();
  }

  private static String listed(Help help, String title, Map<String, Help> members, int nameWidth) {
    if (members.isEmpty()) {
      return "";
    }
    TextTable table = table(help, nameWidth);
    members.forEach(
        (name, member) ->
            table.addRowValues(
                help.colorScheme().commandText("  " + name),
                help.colorScheme().text(HelpSummary.of(member.commandSpec()))));
    return heading(help, title) + table;
  }

  private static String manual(Help help, ManualText text) {
    return examples(help, text)
        + entries(help, text, ManualText.ENVIRONMENT)
        + entries(help, text, ManualText.FILES)
        + seeAlso(help, text);
  }

  /** The examples, not wrapped, so that they can be copied. */
  private static String examples(Help help, ManualText text) {
    List<String> lines = text.section(ManualText.EXAMPLES);
    StringBuilder examples = new StringBuilder();
    lines.forEach(
        line -> examples.append(("  " + line).stripTrailing()).append(System.lineSeparator()));
    return lines.isEmpty()
        ? ""
        : heading(help, ManualText.EXAMPLES)
            + examples.toString().stripTrailing()
            + System.lineSeparator();
  }

  private static String entries(Help help, ManualText text, String section) {
    Map<String, String> entries = new LinkedHashMap<>();
    for (String line : text.section(section)) {
      String[] entry = line.strip().split(" {2,}", 2);
      if (entry.length == 2) {
        entries.put(entry[0], entry[1]);
      }
    }
    SharedHelpEntry.of(help.commandSpec(), section)
        .forEach(shared -> entries.put(shared.name(), shared.text()));
    if (entries.isEmpty()) {
      return "";
    }
    int nameWidth = entries.keySet().stream().mapToInt(String::length).max().orElse(0) + 4;
    TextTable table = table(help, nameWidth);
    entries.forEach(
        (name, entry) ->
            table.addRowValues(
                help.colorScheme().optionText("  " + name),
                help.colorScheme().text(escaped(entry))));
    return heading(help, section) + table;
  }

  private static String seeAlso(Help help, ManualText text) {
    String commands = String.join(" ", text.section(ManualText.SEE_ALSO)).strip();
    if (commands.isEmpty()) {
      return "";
    }
    return heading(help, ManualText.SEE_ALSO) + wrapped(help, commands, 2);
  }

  private static String heading(Help help, String heading) {
    return help.createHeading(headed(heading));
  }

  /** A heading in picocli's markup. */
  private static String headed(String heading) {
    return "%n@|bold " + heading + ":|@%n";
  }

  /** Escapes text that looks like picocli's markup. */
  private static String escaped(String text) {
    return text.replace("@|", "@ |");
  }

  private static int width(Help help) {
    return help.commandSpec().usageMessage().width();
  }

  private static TextTable table(Help help, int nameWidth) {
    return TextTable.forColumns(
        help.colorScheme(),
        new Column(nameWidth, 0, Overflow.SPAN),
        new Column(width(help) - nameWidth, 0, Overflow.WRAP));
  }

  /** A wrapped paragraph with the same indent in all lines. */
  private static String wrapped(Help help, String text, int indent) {
    Column column = new Column(width(help), indent, Overflow.WRAP);
    TextTable table = TextTable.forColumns(help.colorScheme(), column);
    table.indentWrappedLines = 0;
    table.addRowValues(help.colorScheme().text(escaped(text)));
    return table.toString();
  }
}
