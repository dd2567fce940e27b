package tender.cli.output;

import java.util.Locale;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.core.util.Separators.Spacing;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes JSON output. */
public final class JsonOutput {
  /** Pure ASCII, because the reader may not know the encoding of the terminal. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .defaultPrettyPrinter(
              new DefaultPrettyPrinter(
                  Separators.createDefaultInstance().withObjectNameValueSpacing(Spacing.AFTER)))
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  private JsonOutput() {}

  /** The name of a constant in JSON: {@code OTHER_OFFER_USED} is other-offer-used. */
  public static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static String write(Record answer) {
    return MAPPER.writeValueAsString(answer);
  }

  /** On one line, for a file with many records. */
  public static String writeLine(Record record) {
    return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(record);
  }
}
