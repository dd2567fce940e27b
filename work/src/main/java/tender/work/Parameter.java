package tender.work;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A name that stands in a command as <code>{name}</code>, and the values it takes in turn. */
public record Parameter(String name, List<String> values) {
  /** More than a shell's longest line of arguments needs, few enough to hold. */
  static final int LONGEST_VALUE = 4_096;

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

  /** Names that every command knows, whatever the list of tasks. */
  private static final Set<String> TAKEN = Set.of(TaskCommand.TASK, TaskCommand.LINE);

  public Parameter {
    if (!NAME.matcher(name).matches() || TAKEN.contains(name)) {
      throw new IllegalArgumentException(
          "A parameter's name is "
              + Require.shown(name)
              + ", and must be of 1 to 64 letters, digits and _, not begin with a digit, and be neither '"
              + TaskCommand.TASK
              + "' nor '"
              + TaskCommand.LINE
              + "'.");
    }
    values = List.copyOf(values);
    Require.between(
        values.size(), 1, TaskList.MOST_TASKS, "The number of values of parameter " + name);
    for (String value : values) {
      Require.text(value, LONGEST_VALUE, "A value of parameter " + name);
    }
  }
}
