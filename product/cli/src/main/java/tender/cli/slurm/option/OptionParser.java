package tender.cli.slurm.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Parses the options of {@code sbatch} as {@code getopt} does, by the table. */
public final class OptionParser {
  private static final String SEPARATOR = "=";

  private OptionParser() {}

  /** Adds all options of the table to a command; help shows those that have an effect. */
  public static void addAll(CommandSpec command) {
    add(command, _ -> true);
    // Words after the script are its arguments.
    command.parser().stopAtPositional(true).overwrittenOptionsAllowed(true);
    command.usageMessage().abbreviateSynopsis(true);
  }

  /** The options of a command line that was parsed. */
  public static OptionValues values(ParseResult parsed) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (SbatchOption option : SbatchOptions.all()) {
      OptionSpec matched = parsed.matchedOption(option.toString());
      if (matched != null) {
        values.put(option.name(), option.isFlag() ? List.of("") : matched.getValue());
      }
    }
    return new OptionValues(values);
  }

  /** Parses the words of the lines of a script that begin with {@code #SBATCH}. */
  static OptionValues ofSlurm(List<String> words) {
    return parse(words, option -> option.fate() != Fate.ADDED);
  }

  /** Parses the words of the lines of a script that begin with {@code #TENDER}. */
  static OptionValues ofTender(List<String> words) {
    return parse(words, option -> option.fate() == Fate.ADDED || option.name().equals("deadline"));
  }

  private static OptionValues parse(List<String> words, Predicate<SbatchOption> known) {
    CommandSpec script = CommandSpec.create();
    add(script, known);
    script.parser().overwrittenOptionsAllowed(true);
    return values(
        new CommandLine(script).setExpandAtFiles(false).parseArgs(words.toArray(String[]::new)));
  }

  private static void add(CommandSpec command, Predicate<SbatchOption> known) {
    for (SbatchOption option : SbatchOptions.all()) {
      if (known.test(option)) {
        command.addOption(spec(option));
      }
    }
  }

  private static OptionSpec spec(SbatchOption option) {
    boolean isShown = option.fate() == Fate.HONOURED || option.fate() == Fate.ADDED;
    OptionSpec.Builder spec =
        OptionSpec.builder(option.names().toArray(String[]::new))
            .description(sentence(option.note()))
            .hidden(!isShown);
    if (option.isFlag()) {
      return spec.type(boolean.class).arity("0").build();
    }
    spec.type(List.class).auxiliaryTypes(String.class).paramLabel(option.label());
    return option.hasOptionalArgument()
        ? spec.arity("0..1").fallbackValue("").preprocessor(new JoinedArgument()).build()
        : spec.arity("1").build();
  }

  private static String sentence(String note) {
    return Character.toUpperCase(note.charAt(0)) + note.substring(1).replace("%", "%%") + ".";
  }

  /** An optional argument must be joined by an equals sign; the next word is not the argument. */
  private static final class JoinedArgument implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (!SEPARATOR.equals(info.get("separator"))) {
        words.push("");
      }
      return false;
    }
  }
}
