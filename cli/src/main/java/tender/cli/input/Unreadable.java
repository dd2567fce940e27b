package tender.cli.input;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;

/** Puts into words that a text is not YAML, or is YAML that nobody would write in good faith. */
final class Unreadable {
  private Unreadable() {}

  static InputException complaint(Document document, RuntimeException failure) {
    String where = mark(failure).map(Unreadable::where).orElseGet(() -> where(failure));
    String advice =
        failure instanceof StreamConstraintsException
            ? "No file for this command needs so much; write it plainly."
            : "Mend it there; look at indentation, quotes, brackets and colons first.";
    return new InputException(
        document.name()
            + where
            + ": this cannot be read as YAML: "
            + reason(failure)
            + ".\n"
            + advice);
  }

  private static String reason(RuntimeException failure) {
    String message =
        failure instanceof JacksonException jackson
            ? jackson.getOriginalMessage()
            : failure.getMessage();
    String reason =
        problem(failure)
            .orElse(String.valueOf(message))
            .replace("Duplicate Object property", "there is a second field")
            .replaceFirst(", from `[^`]*`", "");
    return Printable.sentence(reason.lines().findFirst().orElse(""));
  }

  /** The YAML parser knows the place better than what is built on it. */
  private static Optional<Mark> mark(RuntimeException failure) {
    return failure.getCause() instanceof MarkedYamlEngineException marked
        ? marked.getProblemMark()
        : Optional.empty();
  }

  private static Optional<String> problem(RuntimeException failure) {
    return failure.getCause() instanceof MarkedYamlEngineException marked
        ? Optional.ofNullable(marked.getProblem())
        : Optional.empty();
  }

  private static String where(Mark mark) {
    return where(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static String where(RuntimeException failure) {
    TokenStreamLocation location =
        failure instanceof JacksonException jackson
            ? jackson.getLocation()
            : TokenStreamLocation.NA;
    return location == null || location.getLineNr() < 1
        ? ""
        : where(location.getLineNr(), location.getColumnNr());
  }

  private static String where(int line, int column) {
    return ", line " + line + ", column " + column;
  }
}
