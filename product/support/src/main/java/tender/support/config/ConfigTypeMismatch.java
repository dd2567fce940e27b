package tender.support.config;

import java.util.Collection;
import java.util.stream.Collectors;
import tender.support.text.InputChecks;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Describes a setting of the wrong type: its name, its value and the expected type. */
final class ConfigTypeMismatch {
  private ConfigTypeMismatch() {}

  static String describe(MismatchedInputException mismatch) {
    String setting =
        mismatch.getPath().stream()
            .map(JacksonException.Reference::getPropertyName)
            .filter(name -> name != null)
            .collect(Collectors.joining("."));
    String actual =
        mismatch instanceof InvalidFormatException format && format.getValue() != null
            ? "is " + InputChecks.quoted(String.valueOf(format.getValue()))
            : "has the wrong type";
    return "The setting '%s' %s, and must be %s."
        .formatted(setting, actual, expected(mismatch.getTargetType()));
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
    return type == String.class ? "a string" : "a group of settings, as in the commented example";
  }
}
