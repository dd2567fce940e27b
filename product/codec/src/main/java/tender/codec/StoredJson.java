package tender.codec;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import tender.bagfile.TaskSets;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.support.json.WireNames;
import tender.support.json.WireNamesIntrospector;
import tender.support.json.WireNamingStrategy;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Writes and reads core's values as JSON, for storage. Fields, cases of sealed interfaces (in the
 * field {@code kind}) and enum constants have the names that {@link WireNames} lists, ids are
 * strings, and sets of tasks are text such as {@code 0-4,7}.
 *
 * <p>During an upgrade, programs of two versions read and write the same values:
 *
 * <ul>
 *   <li>An unknown field is ignored. It is lost when an older program rewrites the value, so a new
 *       field must tolerate that.
 *   <li>A missing field is read as empty (lists, maps, sets of tasks, Optional), zero (numbers,
 *       money) or false. A new field of any other type needs a migration of the stored values;
 *       without it, reading fails with the name of the missing field.
 *   <li>A rename in Java changes no stored name. A new case needs two releases: the first reads it,
 *       the second writes it.
 * </ul>
 */
public final class StoredJson {
  private static final WireNames NAMES = WireNames.load();

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(new WireNamesIntrospector(NAMES))
          .propertyNamingStrategy(new WireNamingStrategy(NAMES))
          .addMixIn(BagId.class, IdMixIn.class)
          .addMixIn(JobId.class, IdMixIn.class)
          .addMixIn(OrganisationId.class, IdMixIn.class)
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
   * @param type the type used for reading: for a case of a sealed interface, the interface
   */
  public static <T> String write(Class<T> type, T value) {
    return MAPPER.writerFor(type).writeValueAsString(value);
  }

  public static <T> T read(Class<T> type, String json) {
    return MAPPER.readerFor(type).readValue(json);
  }

  /** Writes an id as its value. */
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
