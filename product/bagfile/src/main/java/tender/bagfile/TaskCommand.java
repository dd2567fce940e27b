package tender.bagfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The text that a shell runs for each task of a bag.
 *
 * <p>In the user's command <code>{name}</code> stands for the value that a sweep's parameter has
 * for the task, <code>{line}</code> for the task's line, <code>{task}</code> for its number in the
 * task list. What is put in is quoted for the shell, one word whatever is in it, so the command
 * must not put quotes around it. <code>{{</code> and <code>}}</code> are a brace each.
 */
public final class TaskCommand {
  static final String TASK = "task";
  static final String LINE = "line";

  /** Longer than anybody writes, and short enough for a million of them to be made in turn. */
  static final int MAX_LENGTH = 1 << 20;

  private final TaskList list;
  private final List<Piece> pieces;

  private TaskCommand(TaskList list, List<Piece> pieces) {
    this.list = list;
    this.pieces = pieces;
  }

  /**
   * Refuses a command with a name in braces that the list of tasks does not know, and one whose
   * text could become too long: a name may be there often, and its values may be long.
   */
  public static TaskCommand of(String command, TaskList list) {
    List<Piece> pieces = new Parser(command, placeholders(list)).pieces();
    if (list instanceof TaskList.Sweep sweep) {
      int[] longest =
          sweep.parameters().stream()
              .mapToInt(
                  parameter ->
                      parameter.values().stream()
                          .mapToInt(TaskCommand::quotedLength)
                          .max()
                          .orElse(0))
              .toArray();
      long together = command.length();
      for (Piece piece : pieces) {
        together += piece instanceof Piece.Value value ? longest[value.parameter()] : 0;
      }
      checkLength(together);
    }
    return new TaskCommand(list, pieces);
  }

  /** Whether a task's text depends on its line. */
  public boolean needsLine() {
    return pieces.contains(new Piece.Line());
  }

  /** The text of all tasks, if it is the same for all. */
  public Optional<String> sameText() {
    return pieces.stream().allMatch(Piece.Literal.class::isInstance)
        ? Optional.of(text(0))
        : Optional.empty();
  }

  /** For a task by its number in the list, if the list is none of lines. */
  public String text(int task) {
    return text(task, Optional.empty());
  }

  /** For a task by its number in the list, and its line. */
  public String text(int task, String line) {
    return text(task, Optional.of(line));
  }

  private String text(int task, Optional<String> line) {
    InputChecks.between(task, 0, list.tasks() - 1, "A task's number");
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
        case Piece.Value value -> text.append(shellQuoted(value.sweep().value(value.parameter(), task)));
      }
      checkLength(text.length());
    }
    return text.toString();
  }

  /** One word of a shell, whatever is in it: between single quotes only they mean anything. */
  static String shellQuoted(String value) {
    return "'" + value.replace("'", "'\\''") + "'";
  }

  private static int quotedLength(String value) {
    return value.length() + 2 + 3 * (int) value.chars().filter(c -> c == '\'').count();
  }

  private static void checkLength(long length) {
    if (length > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "The command has "
              + length
              + " characters with its values put in, and may have "
              + MAX_LENGTH
              + ". Put long values into files.");
    }
  }

  /** What may stand in braces. */
  private static List<Placeholder> placeholders(TaskList list) {
    List<Placeholder> names = new ArrayList<>();
    names.add(new Placeholder(TASK, new Piece.Task()));
    switch (list) {
      case TaskList.Count _ -> {}
      case TaskList.Lines _ -> names.add(new Placeholder(LINE, new Piece.Line()));
      case TaskList.Sweep sweep -> {
        for (int i = 0; i < sweep.parameters().size(); i++) {
          names.add(new Placeholder(sweep.parameters().get(i).name(), new Piece.Value(sweep, i)));
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

    record Value(TaskList.Sweep sweep, int parameter) implements Piece {}
  }

  /** Takes a command apart, once. */
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
          throw refused("has a '}' that closes nothing");
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
        throw refused("has a '{' that is not closed");
      }
      String name = command.substring(from, end);
      Placeholder named =
          names.stream()
              .filter(known -> known.name().equals(name))
              .findFirst()
              .orElseThrow(() -> refused("has " + InputChecks.quoted("{" + name + "}")));
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

    private IllegalArgumentException refused(String what) {
      List<String> known = names.stream().map(named -> "{" + named.name() + "}").toList();
      return new IllegalArgumentException(
          "The command "
              + what
              + ". Known here: "
              + String.join(", ", known)
              + ". For a brace of the shell's own write it twice: {{ or }}.");
    }
  }
}
