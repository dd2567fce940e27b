package tender.support.config;

import tender.bagfile.InputChecks;
import java.util.Collection;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;

/** A setting of the wrong kind: its name, what was given, and what it must be. */
final class ConfigTypeMismatch {
  private ConfigTypeMismatch() {}

  static String describe(MismatchedInputException mismatch) {
    String setting =
        mismatch.getPath().stream()
            .map(JacksonException.Reference::getPropertyName)
            .filter(name -> name != null)
            .collect(Collectors.joining("."));
    String given =
        mismatch instanceof InvalidFormatException format && format.getValue() != null
            ? "is " + InputChecks.quoted(String.valueOf(format.getValue()))
            : "is of another kind";
    return "The setting '%s' %s, and must be %s."
        .formatted(setting, given, expected(mismatch.getTargetType()));
  }

  private static String expected(Class<?> type) {
    if (type == null) {
      return "as in the commented example";
    }
    if (type == Integer.class || type == int.class || type == Long.class || type == long.class) {
      return "a whole number";
    }
    if (Number.class.isAssignableFrom(type) || type == double.class) {
      return "a number, such as 2.5";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list, such as [\"one\", \"two\"]";
    }
    return type == String.class ? "a text" : "a group of settings, as in the commented example";
  }
}
