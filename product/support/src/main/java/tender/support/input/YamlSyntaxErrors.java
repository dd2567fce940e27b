package tender.support.input;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;

/** Error messages for text that is not YAML, or that exceeds the limits set for YAML. */
final class YamlSyntaxErrors {
  private static final int MAX_REASON_LENGTH = 200;

  private YamlSyntaxErrors() {}

  static InputException error(Document document, RuntimeException failure) {
    String advice =
        failure instanceof StreamConstraintsException
            ? "No valid file exceeds this limit; simplify it."
            : "Fix it there; check indentation, quotes, brackets and colons.";
    return new InputException(
        document.name() + position(failure) + ": invalid YAML: " + reason(failure) + ".", advice);
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
            .replace("Duplicate Object property", "duplicate field")
            .replaceFirst(", from `[^`]*`", "")
            .replaceFirst("\\.$", "");
    return Printable.upTo(MAX_REASON_LENGTH, plain.lines().findFirst().orElse(""));
  }

  /** The YAML parser reports a more precise position than Jackson. */
  private static String position(RuntimeException failure) {
    if (failure.getCause() instanceof MarkedYamlEngineException yaml) {
      Optional<Mark> mark = yaml.getProblemMark();
      return mark.map(at -> position(at.getLine() + 1, at.getColumn() + 1)).orElse("");
    }
    @Nullable TokenStreamLocation location =
        failure instanceof JacksonException jackson ? jackson.getLocation() : null;
    return location == null || location.getLineNr() < 1
        ? ""
        : position(location.getLineNr(), location.getColumnNr());
  }

  private static String position(int line, int column) {
    return ", line " + line + ", column " + column;
  }
}
