package tender.support.input;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * The position of a field in the text, and its raw value. It is computed only for an error, by
 * parsing the text again, so that reading a valid file has no overhead.
 *
 * @param line counted from 1; of the nearest enclosing field if this one is absent
 * @param column counted from 1
 * @param given the raw value, safe to print
 */
record SourcePosition(int line, int column, String given) {

  static SourcePosition of(Document document, JsonPointer wanted) {
    SourcePosition nearest = new SourcePosition(1, 1, "empty");
    try (JsonParser parser = Yaml.parser(document)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        String here = parser.streamReadContext().pathAsPointer().toString();
        if (token == JsonToken.PROPERTY_NAME || token.isStructEnd()) {
          continue;
        }
        TokenStreamLocation at = parser.currentTokenLocation();
        if (here.equals(wanted.toString())) {
          return new SourcePosition(at.getLineNr(), at.getColumnNr(), describe(parser, token));
        }
        if (wanted.toString().startsWith(here + "/")) {
          nearest = new SourcePosition(at.getLineNr(), at.getColumnNr(), "empty");
        }
      }
    } catch (JacksonException e) {
      // The text has a syntax error further down; the position found before it is the best one
      // known.
    }
    return nearest;
  }

  InputException error(Document document, String sentence, String advice) {
    return new InputException(
        document.name() + ", line " + line + ", column " + column + ": " + sentence, advice);
  }

  private static String describe(JsonParser parser, JsonToken token) {
    if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
      return "the alias *" + Printable.of(text(parser)) + ", which is not supported";
    }
    return switch (token) {
      case START_ARRAY -> "a list";
      case START_OBJECT -> "a group of fields";
      case VALUE_NULL -> "empty";
      case VALUE_STRING -> "\"" + Printable.of(text(parser)) + "\"";
      default -> Printable.of(text(parser));
    };
  }

  private static String text(JsonParser parser) {
    @Nullable String text = parser.getString();
    return text == null ? "" : text;
  }
}
