package tender.bagfile;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tender.core.model.TaskSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/**
 * The JSON form of a work order, used in the REST API, in PostgreSQL and in messages to agents.
 *
 * <p>The fields are the components of the records. Digests, paths, site inputs and sets of tasks
 * are strings; the field {@code kind} of a task list is one of {@code {"kind": "count", "tasks":
 * 100}}, {@code {"kind": "sweep", "parameters": [{"name": "seed", "values": ["1", "2"]}]}}, the
 * same with {@code "zip"}, or {@code {"kind": "lines", "file": "<digest>", "tasks": 100}}.
 *
 * <p>Reading is strict: unknown, missing, repeated or null fields, quoted numbers and trailing data
 * are errors. Only {@code only}, {@code profiler}, {@code resources}, {@code siteInputs}, {@code
 * results}, in it {@code site}, {@code inputPacks}, {@code options} and, in it, {@code container}
 * may be absent or null. Absent ones but the first are not written, since older versions reject the
 * fields.
 */
public final class WorkOrderJson {
  /** Size limit of a work order as JSON. */
  public static final int MAX_BYTES = 4 << 20;

  private static final int MAX_DEPTH = 8;

  private static final JsonMapper MAPPER = mapper();

  private WorkOrderJson() {}

  /** Throws an {@link IllegalArgumentException} with the location and cause of an error. */
  public static WorkOrder read(byte[] json) {
    checkSize(json);
    try {
      @Nullable WorkOrder order = MAPPER.readValue(json, WorkOrder.class);
      if (order == null) {
        throw new IllegalArgumentException("The work order is null; it must be an object.");
      }
      return order;
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "Invalid work order" + location(e.getPath()) + ": " + reason(e), e);
    }
  }

  public static byte[] write(WorkOrder order) {
    return checkSize(MAPPER.writeValueAsBytes(order));
  }

  /** For other mappers, whose JSON contains work orders, digests, paths or sets of tasks. */
  public static JacksonModule module() {
    SimpleModule module = new SimpleModule("tender.bagfile");
    asText(module, Digest.class, Digest::new);
    asText(module, RelativePath.class, RelativePath::new);
    asText(module, SiteInput.class, SiteInput::parse);
    asText(module, SiteResults.class, SiteResults::parse);
    asText(module, TaskSet.class, TaskSets::parse);
    module.setMixInAnnotation(TaskList.class, TaskListKinds.class);
    module.setMixInAnnotation(TaskOptions.Shell.class, ShellNames.class);
    module.setMixInAnnotation(WorkOrder.class, WithoutEmptyFields.class);
    module.setMixInAnnotation(TaskOptions.class, WithoutEmptyContainer.class);
    module.setMixInAnnotation(Container.class, OnlyGivenFields.class);
    module.setMixInAnnotation(ResultOptions.class, OnlyGivenFields.class);
    return module;
  }

  /** A strict mapper, also for other JSON that users write. */
  public static JsonMapper mapper() {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxDocumentLength(MAX_BYTES)
                    .maxStringLength(TaskSets.MAX_LENGTH)
                    .build())
            .build();
    return JsonMapper.builder(factory)
        .addModule(module())
        .annotationIntrospector(new AllButOptionalIsRequired())
        .enable(
            DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
            DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
            DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .withCoercionConfig(
            LogicalType.Textual,
            texts -> {
              texts.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
              texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
              texts.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
            })
        .changeDefaultNullHandling(_ -> JsonSetter.Value.forContentNulls(Nulls.FAIL))
        .build();
  }

  private static String location(List<JacksonException.Reference> path) {
    StringBuilder location = new StringBuilder();
    for (JacksonException.Reference step : path) {
      if (step.getPropertyName() == null) {
        location.append('[').append(step.getIndex()).append(']');
      } else {
        location.append(location.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return location.isEmpty() ? "" : " at " + location;
  }

  /** The message of a record's check if there is one, else Jackson's. */
  private static String reason(JacksonException e) {
    return String.valueOf(
        e.getCause() instanceof IllegalArgumentException ours
            ? ours.getMessage()
            : e.getOriginalMessage());
  }

  private static byte[] checkSize(byte[] json) {
    if (json.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "The work order has %s bytes as JSON; the maximum is %s. Give many values as lines of a file, and many inputs as an archive."
              .formatted(json.length, MAX_BYTES));
    }
    return json;
  }

  private static <T> void asText(SimpleModule module, Class<T> type, Function<String, T> parse) {
    module.addSerializer(
        type,
        new ValueSerializer<T>() {
          @Override
          public void serialize(T value, JsonGenerator generator, SerializationContext context) {
            generator.writeString(value.toString());
          }
        });
    module.addDeserializer(
        type,
        new ValueDeserializer<T>() {
          @Override
          public T deserialize(JsonParser parser, DeserializationContext context) {
            if (!parser.hasToken(JsonToken.VALUE_STRING)) {
              return context.reportInputMismatch(type, "must be a string");
            }
            try {
              return parse.apply(parser.getString());
            } catch (IllegalArgumentException e) {
              throw context.instantiationException(type, e);
            }
          }
        });
  }

  /** Jackson's own setting would also require optional fields. */
  private static final class AllButOptionalIsRequired extends JacksonAnnotationIntrospector {
    @Override
    public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
      return member.getRawType() != Optional.class;
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = TaskList.Count.class, name = "count"),
    @JsonSubTypes.Type(value = TaskList.Sweep.class, name = "sweep"),
    @JsonSubTypes.Type(value = TaskList.Zip.class, name = "zip"),
    @JsonSubTypes.Type(value = TaskList.Lines.class, name = "lines")
  })
  private interface TaskListKinds {}

  private enum ShellNames {
    @JsonProperty("sh")
    SH,
    @JsonProperty("bash")
    BASH
  }

  private interface WithoutEmptyFields {
    @SuppressWarnings("UnusedMethod") // Jackson reads it.
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<String> profiler();

    @SuppressWarnings("UnusedMethod") // Jackson reads it.
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<TaskOptions> options();

    @SuppressWarnings("UnusedMethod") // Jackson reads it.
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<TaskResources> resources();

    @SuppressWarnings("UnusedMethod") // Jackson reads it.
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<List<SiteInput>> siteInputs();

    @SuppressWarnings("UnusedMethod") // Jackson reads it.
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<ResultOptions> results();

    @SuppressWarnings("UnusedMethod") // Jackson reads it.
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<List<InputPack>> inputPacks();
  }

  private interface WithoutEmptyContainer {
    @SuppressWarnings("UnusedMethod") // Jackson reads it.
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<Container> container();
  }

  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  private interface OnlyGivenFields {}
}
