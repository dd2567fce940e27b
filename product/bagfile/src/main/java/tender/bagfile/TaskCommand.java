package tender.bagfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.support.text.InputChecks;

/**
 * The template of the shell command that each task of a bag runs.
 *
 * <p>The placeholder <code>{name}</code> is replaced by the task's value of a named parameter,
 * <code>{line}</code> by the task's line, <code>{task}</code> by its index in the task list. Values
 * are quoted for the shell as one word, so the command must not put quotes around a placeholder.
 * <code>{{</code> and <code>}}</code> are literal braces.
 */
public final class TaskCommand {
  static final String TASK = "task";
  static final String LINE = "line";

  /** Longer than any real command, short enough to expand a million of them one by one. */
  static final int MAX_LENGTH = 1 << 20;

  private final TaskList list;
  private final List<Piece> pieces;

  private TaskCommand(TaskList list, List<Piece> pieces) {
    this.list = list;
    this.pieces = pieces;
  }

  /**
   * Rejects a command with an unknown placeholder, and one whose expansion could become too long,
   * since a placeholder may occur often and have long values.
   */
  public static TaskCommand of(String command, TaskList list) {
    List<Piece> pieces = new Parser(command, placeholders(list)).pieces();
    if (list instanceof TaskList.Parameterized tasks) {
      int[] longest =
          tasks.parameters().stream()
              .mapToInt(
                  parameter ->
                      parameter.values().stream()
                          .mapToInt(TaskCommand::quotedLength)
                          .max()
                          .orElse(0))
              .toArray();
      long longestExpansion = command.length();
      for (Piece piece : pieces) {
        longestExpansion += piece instanceof Piece.Value value ? longest[value.parameter()] : 0;
      }
      checkLength(longestExpansion);
    }
    return new TaskCommand(list, pieces);
  }

  /** Whether the command has the placeholder of the task's line. */
  public boolean needsLine() {
    return pieces.contains(new Piece.Line());
  }

  /** The command of all tasks, if it has no placeholders. */
  public Optional<String> sameText() {
    return pieces.stream().allMatch(Piece.Literal.class::isInstance)
        ? Optional.of(text(0))
        : Optional.empty();
  }

  /** The command of a task, by its index in a task list without lines. */
  public String text(int task) {
    return text(task, Optional.empty());
  }

  /** The command of a task, by its index in the task list, with its line. */
  public String text(int task, String line) {
    return text(task, Optional.of(line));
  }

  private String text(int task, Optional<String> line) {
    InputChecks.between(task, 0, list.tasks() - 1, "The task index");
    StringBuilder text = new StringBuilder();
    for (Piece piece : pieces) {
      switch (piece) {
        case Piece.Literal literal -> text.append(literal.text());
        case Piece.Task _ -> text.append(task);
        case Piece.Line _ ->
            text.append(
                shellQuoted(
                    line.orElseThrow(
                        () -> new IllegalArgumentException("Task " + task + " needs its line."))));
        case Piece.Value value ->
            text.append(shellQuoted(value.tasks().value(value.parameter(), task)));
      }
      checkLength(text.length());
    }
    return text.toString();
  }

  /** Quotes a value as one shell word: only single quotes are special inside single quotes. */
  public static String shellQuoted(String value) {
    return "'" + value.replace("'", "'\\''") + "'";
  }

  private static int quotedLength(String value) {
    return value.length() + 2 + 3 * (int) value.chars().filter(c -> c == '\'').count();
  }

  private static void checkLength(long length) {
    if (length > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "The command has %s characters after its placeholders are replaced; the maximum is %s. Put long values into files."
              .formatted(length, MAX_LENGTH));
    }
  }

  /** The placeholders that a command for this task list may have. */
  private static List<Placeholder> placeholders(TaskList list) {
    List<Placeholder> names = new ArrayList<>();
    names.add(new Placeholder(TASK, new Piece.Task()));
    switch (list) {
      case TaskList.Count _ -> {}
      case TaskList.Lines _ -> names.add(new Placeholder(LINE, new Piece.Line()));
      case TaskList.Parameterized tasks -> {
        for (int i = 0; i < tasks.parameters().size(); i++) {
          names.add(new Placeholder(tasks.parameters().get(i).name(), new Piece.Value(tasks, i)));
        }
      }
    }
    return names;
  }

  private record Placeholder(String name, Piece piece) {}

  private sealed interface Piece {
    record Literal(String text) implements Piece {}

    record Task() implements Piece {}

    record Line() implements Piece {}

    record Value(TaskList.Parameterized tasks, int parameter) implements Piece {}
  }

  /** Splits a command into literals and placeholders. */
  private static final class Parser {
    private final String command;
    private final List<Placeholder> names;
    private final List<Piece> pieces = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    Parser(String command, List<Placeholder> names) {
      this.command = command;
      this.names = names;
    }

    List<Piece> pieces() {
      int at = 0;
      while (at < command.length()) {
        char c = command.charAt(at);
        if (c != '{' && c != '}') {
          literal.append(c);
          at++;
        } else if (command.startsWith(String.valueOf(c), at + 1)) {
          literal.append(c);
          at += 2;
        } else if (c == '}') {
          throw invalid("has a '}' without a '{'");
        } else {
          at = name(at + 1);
        }
      }
      endLiteral();
      return List.copyOf(pieces);
    }

    private int name(int from) {
      int end = command.indexOf('}', from);
      if (end < 0) {
        throw invalid("has a '{' without a '}'");
      }
      String name = command.substring(from, end);
      Placeholder named =
          names.stream()
              .filter(known -> known.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      invalid(
                          "has the unknown placeholder " + InputChecks.quoted("{" + name + "}")));
      endLiteral();
      pieces.add(named.piece());
      return end + 1;
    }

    private void endLiteral() {
      if (!literal.isEmpty()) {
        pieces.add(new Piece.Literal(literal.toString()));
        literal.setLength(0);
      }
    }

    private IllegalArgumentException invalid(String problem) {
      List<String> known = names.stream().map(named -> "{" + named.name() + "}").toList();
      return new IllegalArgumentException(
          "The command %s. Known placeholders: %s. For a literal brace, write {{ or }}."
              .formatted(problem, String.join(", ", known)));
    }
  }
}
