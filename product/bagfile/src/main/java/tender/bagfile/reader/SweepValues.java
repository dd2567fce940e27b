package tender.bagfile.reader;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * The values of a parameter, as raw text.
 *
 * @param text of a single value or a range; null if there is a list
 * @param items of a list; null if there is a single value
 */
@JsonDeserialize(using = SweepValues.Reader.class)
record SweepValues(@Nullable String text, @Nullable List<@Nullable String> items) {

  /** Reads a single value or a list. */
  static final class Reader extends StdDeserializer<SweepValues> {
    Reader() {
      super(SweepValues.class);
    }

    @Override
    public SweepValues deserialize(JsonParser parser, DeserializationContext context) {
      if (parser.hasToken(JsonToken.START_ARRAY)) {
        List<@Nullable String> items =
            context.readValue(
                parser, context.getTypeFactory().constructCollectionType(List.class, String.class));
        return new SweepValues(null, items);
      }
      return new SweepValues(context.readValue(parser, String.class), null);
    }
  }
}
