package tender.cli.input;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Where in the text a place is, and what is written there. Looked up only when there is something
 * to complain of, by reading the text once more, so that reading a sound file costs nothing for it.
 *
 * @param line counted from 1; that of the nearest surrounding place if there is nothing here
 * @param column counted from 1
 * @param given what is written there, in words that are safe to print
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
      // The text is broken further down; what was found until there is the best to be had.
      return nearest;
    }
    return nearest;
  }

  InputException error(Document document, String sentence, String advice) {
    return new InputException(
        document.name()
            + ", line "
            + line
            + ", column "
            + column
            + ": "
            + sentence
            + "\n"
            + advice);
  }

  private static String describe(JsonParser parser, JsonToken token) {
    if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
      return "the alias *" + Printable.of(text(parser)) + ", which is not followed";
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
