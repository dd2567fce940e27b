package tender.cli.input;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Takes a value as it is written, whatever YAML believes it to be: whether {@code 007} or {@code
 * true} is a number, a name or nonsense is for those who know the field.
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
