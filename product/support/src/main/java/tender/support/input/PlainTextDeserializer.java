package tender.support.input;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Reads every scalar as raw text, without YAML's types: the code that knows the field decides
 * whether {@code 007} or {@code true} is a number or a name.
 */
final class PlainTextDeserializer extends StdScalarDeserializer<String> {
  PlainTextDeserializer() {
    super(String.class);
  }

  @Override
  public String deserialize(JsonParser parser, DeserializationContext context) {
    boolean alias = parser instanceof YAMLParser yaml && yaml.isCurrentAlias();
    if (alias || !parser.currentToken().isScalarValue()) {
      return context.reportInputMismatch(this, "not a plain value");
    }
    return parser.getString();
  }
}
