package tender.architecture.planted.impure;

import java.util.Formatter;
import java.util.Locale;
import java.util.function.UnaryOperator;

@SuppressWarnings({"AnnotateFormatMethod", "StringCaseLocaleUsage", "unused"})
final class UsesDefaultLocale {
  Locale locale() {
    return Locale.getDefault();
  }

  String format(double number) {
    return String.format("%f", number);
  }

  String formatted(double number) {
    return "%f".formatted(number);
  }

  String formatter(double number) {
    return new Formatter().format("%f", number).toString();
  }

  String upper(String s) {
    return s.toUpperCase();
  }

  String lower(String s) {
    return s.toLowerCase();
  }

  UnaryOperator<String> byReference() {
    return String::toUpperCase;
  }
}
