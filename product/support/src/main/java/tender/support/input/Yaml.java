package tender.support.input;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads YAML into records whose fields are texts, lists and further records, and turns every parser
 * error into an {@link InputException}.
 *
 * <p>The dangerous features of YAML are disabled: aliases are rejected, because a few lines of them
 * can expand to billions of values; tags create no objects; nesting, names and values are bounded.
 */
final class Yaml {
  private static final int MAX_NESTING = 20;
  private static final int MAX_NAME_LENGTH = 1_000;
  private static final int MAX_TEXT_LENGTH = 10_000;

  private static final YAMLMapper MAPPER =
      YAMLMapper.builder(
              YAMLFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_NESTING)
                          .maxNameLength(MAX_NAME_LENGTH)
                          .maxStringLength(MAX_TEXT_LENGTH)
                          .build())
                  // Document bounds the size already.
                  .loadSettings(LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // Checked in read(), for a better error message.
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .addModule(new SimpleModule().addDeserializer(String.class, new PlainTextDeserializer()))
          .build();

  private Yaml() {}

  static JsonParser parser(Document document) {
    return MAPPER.createParser(document.text());
  }

  /** The whole document as one record. */
  static <T> T read(Document document, Class<T> type) {
    FieldLocation top = FieldLocation.top(document);
    try (JsonParser parser = parser(document)) {
      if (parser.nextToken() == null) {
        throw top.error("is empty.", "It must contain " + fields(type) + ".");
      }
      @Nullable T content = MAPPER.readValue(parser, type);
      if (parser.nextToken() != null) {
        throw top.error(
            "contains more than one YAML document.", "Keep one, and remove lines with only ---.");
      }
      return top.required(content);
    } catch (UnrecognizedPropertyException e) {
      throw unknownField(top, e);
    } catch (MismatchedInputException e) {
      throw mismatch(top, e);
    } catch (JacksonException | YamlEngineException e) {
      throw YamlSyntaxErrors.error(document, e);
    }
  }

  private static InputException unknownField(FieldLocation top, UnrecognizedPropertyException e) {
    for (UnsupportedField unsupported :
        e.getReferringClass().getAnnotationsByType(UnsupportedField.class)) {
      if (List.of(unsupported.names()).contains(e.getPropertyName())) {
        return at(top, e)
            .error(
                unsupported.otherwise()
                    ? "is written in another way."
                    : "is not supported by Tender yet.",
                unsupported.advice());
      }
    }
    List<String> known = fieldNames(e.getReferringClass());
    String advice =
        Spelling.closest(e.getPropertyName(), known)
            .map(closest -> "Did you mean " + closest + "? The fields here are ")
            .orElse("Remove it, or fix its indentation; the fields here are ");
    return at(top, e).error("is not a known field.", advice + String.join(", ", known) + ".");
  }

  private static InputException mismatch(FieldLocation top, MismatchedInputException e) {
    @Nullable Class<?> target = e.getTargetType();
    if (target == null || target == String.class) {
      return at(top, e).mismatch("a single value", "Write the value itself, such as 40 or p1.");
    }
    if (target.isRecord()) {
      return at(top, e)
          .mismatch("a group of fields", "The fields here are " + fields(target) + ".");
    }
    return at(top, e)
        .mismatch("a list", "Begin each item with \"- \" on a line of its own, or use [ ].");
  }

  private static FieldLocation at(FieldLocation top, DatabindException e) {
    FieldLocation place = top;
    for (JacksonException.Reference step : e.getPath()) {
      @Nullable String name = step.getPropertyName();
      place = name == null ? place.item(step.getIndex()) : place.field(name);
    }
    return place;
  }

  private static String fields(Class<?> type) {
    return String.join(", ", fieldNames(type));
  }

  private static List<String> fieldNames(Class<?> type) {
    return Arrays.stream(type.getRecordComponents()).map(Yaml::name).toList();
  }

  private static String name(RecordComponent component) {
    JsonProperty other = component.getAccessor().getAnnotation(JsonProperty.class);
    return other == null ? component.getName() : other.value();
  }
}
