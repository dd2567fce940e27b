package tender.bagfile;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tender.support.text.InputChecks;

/**
 * What a user may say about the tasks of a bag beyond their command.
 *
 * @param shell runs the command; empty: {@code sh}
 * @param setup shell lines that run before the command of every task; a line that fails ends the
 *     task
 * @param environment variables that every task finds set
 * @param outputsRequired a task whose outputs are missing has failed, even if it exits with 0
 * @param stopAfterFailures the bag is stopped if this many tasks have failed and none has
 *     succeeded; 0: never
 * @param container in which the tasks run; empty: they run in the provider's own system
 */
public record TaskOptions(
    Optional<Shell> shell,
    List<String> setup,
    SortedMap<String, String> environment,
    boolean outputsRequired,
    int stopAfterFailures,
    Optional<Container> container) {
  public static final int DEFAULT_STOP_AFTER_FAILURES = 20;
  public static final int MAX_SETUP_LINES = 100;
  public static final int MAX_VARIABLES = 100;

  public static final TaskOptions DEFAULT =
      new TaskOptions(
          Optional.empty(), List.of(), new TreeMap<>(), false, DEFAULT_STOP_AFTER_FAILURES);

  private static final int MAX_TEXT_LENGTH = 64 << 10;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}");

  /** A shell that runs commands. */
  public enum Shell {
    /** POSIX shell, without a login environment. */
    SH,
    /** A login shell, so that {@code module} and {@code conda} work as in a terminal. */
    BASH
  }

  public TaskOptions {
    setup = List.copyOf(setup);
    InputChecks.between(setup.size(), 0, MAX_SETUP_LINES, "The number of setup lines");
    setup.forEach(line -> InputChecks.text(line, MAX_TEXT_LENGTH, "A setup line"));
    InputChecks.between(environment.size(), 0, MAX_VARIABLES, "The number of variables");
    environment.forEach(TaskOptions::checkVariable);
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    InputChecks.between(
        stopAfterFailures, 0, TaskList.MAX_TASKS, "The number of failures that stop a bag");
  }

  /** Without a container. */
  public TaskOptions(
      Optional<Shell> shell,
      List<String> setup,
      SortedMap<String, String> environment,
      boolean outputsRequired,
      int stopAfterFailures) {
    this(shell, setup, environment, outputsRequired, stopAfterFailures, Optional.empty());
  }

  /** A copy with a container. */
  public TaskOptions withContainer(Container given) {
    return new TaskOptions(
        shell, setup, environment, outputsRequired, stopAfterFailures, Optional.of(given));
  }

  /** The text for {@code sh} that runs a command with these options. */
  public String script(String command) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      text.append("export ")
          .append(variable.getKey())
          .append('=')
          .append(TaskCommand.shellQuoted(variable.getValue()))
          .append('\n');
    }
    if (!setup.isEmpty()) {
      text.append("set -e\n");
      setup.forEach(line -> text.append(line).append('\n'));
      text.append("set +e\n");
    }
    text.append(command);
    return shell.equals(Optional.of(Shell.BASH))
        ? "exec bash -l -c " + TaskCommand.shellQuoted(text.toString())
        : text.toString();
  }

  private static void checkVariable(String name, String value) {
    if (!VARIABLE.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "The variable %s has an invalid name. Use letters, digits and underscores, and no digit first."
              .formatted(InputChecks.quoted(name)));
    }
    InputChecks.text(value, MAX_TEXT_LENGTH, "The variable " + name);
  }
}
