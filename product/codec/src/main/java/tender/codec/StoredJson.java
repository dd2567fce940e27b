package tender.codec;

import tender.bagfile.TaskSets;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Core's values as JSON, for whoever must store them. It follows from core's records by itself: a
 * field is named after its component, a case of a sealed interface is told by its class's name in
 * the field {@value #KIND}, ids are strings, and sets of tasks are text such as {@code 0-4,7}.
 *
 * <p>During an upgrade programs of two versions read and write the same, so:
 *
 * <ul>
 *   <li>A field that is not known is skipped. An older program that writes the value loses it, so
 *       what it means must bear that.
 *   <li>A field that is missing is empty (lists, maps, sets of tasks, Optional), zero (money too)
 *       or false. A new field of any other type needs a migration that writes it into what is
 *       stored; until then reading fails, and says which field it misses.
 *   <li>Renaming a component, a case or an enum's constant needs a migration too. So does a new
 *       case, of another kind: first a version that can read it, then one that writes it.
 * </ul>
 */
public final class StoredJson {
  private static final String KIND = "kind";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(new SealedInterfaces())
          .addMixIn(BagId.class, IdMixIn.class)
          .addMixIn(JobId.class, IdMixIn.class)
          .addMixIn(ProviderId.class, IdMixIn.class)
          .addModule(
              new SimpleModule()
                  .addSerializer(TaskSet.class, new TaskSetWriter())
                  .addDeserializer(TaskSet.class, new TaskSetReader())
                  .addDeserializer(Money.class, new MoneyReader()))
          .changeDefaultVisibility(
              detected -> detected.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
          .disable(
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .withConfigOverride(
              List.class,
              list -> list.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .withConfigOverride(
              Map.class, map -> map.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .build();

  private StoredJson() {}

  /**
   * Writes a value.
   *
   * @param type as what it will be read: for a case of a sealed interface, the interface
   */
  public static <T> String write(Class<T> type, T value) {
    return MAPPER.writerFor(type).writeValueAsString(value);
  }

  public static <T> T read(Class<T> type, String json) {
    return MAPPER.readerFor(type).readValue(json);
  }

  /** Says of every sealed interface what an annotation would have to say on each in core. */
  private static final class SealedInterfaces extends JacksonAnnotationIntrospector {
    private static final JsonTypeInfo.Value BY_KIND =
        JsonTypeInfo.Value.construct(
            JsonTypeInfo.Id.SIMPLE_NAME, JsonTypeInfo.As.PROPERTY, KIND, null, false, true, null);

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(
        MapperConfig<?> config, Annotated annotated) {
      return annotated instanceof AnnotatedClass
              && annotated.getRawType().isSealed()
              && annotated.getRawType().isInterface()
          ? BY_KIND
          : super.findPolymorphicTypeInfo(config, annotated);
    }
  }

  /** An id is its value. */
  private interface IdMixIn {
    @JsonValue
    String value();
  }

  private static final class TaskSetWriter extends StdScalarSerializer<TaskSet> {
    TaskSetWriter() {
      super(TaskSet.class);
    }

    @Override
    public void serialize(TaskSet tasks, JsonGenerator json, SerializationContext context) {
      json.writeString(tasks.toString());
    }
  }

  private static final class TaskSetReader extends StdScalarDeserializer<TaskSet> {
    TaskSetReader() {
      super(TaskSet.class);
    }

    @Override
    public TaskSet deserialize(JsonParser json, DeserializationContext context) {
      return TaskSets.parse(json.getString());
    }

    @Override
    public TaskSet getAbsentValue(DeserializationContext context) {
      return TaskSet.empty();
    }
  }

  private static final class MoneyReader extends StdDeserializer<Money> {
    MoneyReader() {
      super(Money.class);
    }

    @Override
    public Money deserialize(JsonParser json, DeserializationContext context) {
      return new Money(context.readTree(json).path("millicredits").asLong(0));
    }

    @Override
    public Money getAbsentValue(DeserializationContext context) {
      return Money.ZERO;
    }
  }
}
