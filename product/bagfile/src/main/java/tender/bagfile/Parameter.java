package tender.bagfile;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tender.support.text.InputChecks;

/** A parameter of tasks: its placeholder in the command is <code>{name}</code>. */
public record Parameter(String name, List<String> values) {
  /** Ample for command-line arguments, and small enough to hold in memory. */
  public static final int MAX_VALUE_LENGTH = 4_096;

  /** What a name must be, for messages. */
  public static final String NAME_RULE =
      "A name has 1 to 64 letters, digits and _, does not begin with a digit, and is neither '%s' nor '%s'."
          .formatted(TaskCommand.TASK, TaskCommand.LINE);

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

  /** Placeholders that have a fixed meaning. */
  private static final Set<String> RESERVED_NAMES = Set.of(TaskCommand.TASK, TaskCommand.LINE);

  public Parameter {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "A parameter's name is %s, and must be of 1 to 64 letters, digits and _, not begin with a digit, and be neither '%s' nor '%s'."
              .formatted(InputChecks.quoted(name), TaskCommand.TASK, TaskCommand.LINE));
    }
    values = List.copyOf(values);
    InputChecks.between(
        values.size(), 1, TaskList.MAX_TASKS, "The number of values of parameter " + name);
    for (String value : values) {
      InputChecks.text(value, MAX_VALUE_LENGTH, "A value of parameter " + name);
    }
  }

  /** Whether a text can be the name of a parameter. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches() && !RESERVED_NAMES.contains(text);
  }
}
