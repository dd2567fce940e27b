package tender.cli.input;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;

/** Puts into words that a text is not YAML, or is YAML that nobody would write in good faith. */
final class YamlSyntaxErrors {
  private static final int LONGEST_REASON = 200;

  private YamlSyntaxErrors() {}

  static InputException error(Document document, RuntimeException failure) {
    String advice =
        failure instanceof StreamConstraintsException
            ? "No file for this command needs so much; write it plainly."
            : "Mend it there; look at indentation, quotes, brackets and colons first.";
    return new InputException(
        document.name()
            + where(failure)
            + ": this cannot be read as YAML: "
            + reason(failure)
            + ".\n"
            + advice);
  }

  private static String reason(RuntimeException failure) {
    String reason = failure.getMessage();
    if (failure.getCause() instanceof MarkedYamlEngineException yaml) {
      reason = yaml.getProblem();
    } else if (failure instanceof JacksonException jackson) {
      reason = jackson.getOriginalMessage();
    }
    String plain =
        String.valueOf(reason)
            .replace("Duplicate Object property", "there is a second field")
            .replaceFirst(", from `[^`]*`", "")
            .replaceFirst("\\.$", "");
    return Printable.upTo(LONGEST_REASON, plain.lines().findFirst().orElse(""));
  }

  /** The YAML parser knows the place better than what is built on it. */
  private static String where(RuntimeException failure) {
    if (failure.getCause() instanceof MarkedYamlEngineException yaml) {
      Optional<Mark> mark = yaml.getProblemMark();
      return mark.map(at -> where(at.getLine() + 1, at.getColumn() + 1)).orElse("");
    }
    @Nullable TokenStreamLocation location =
        failure instanceof JacksonException jackson ? jackson.getLocation() : null;
    return location == null || location.getLineNr() < 1
        ? ""
        : where(location.getLineNr(), location.getColumnNr());
  }

  private static String where(int line, int column) {
    return ", line " + line + ", column " + column;
  }
}
