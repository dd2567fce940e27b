package tender.app.format;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.support.json.WireNames;

/** Describes stored types as text that contains names in JSON and no name of a Java class. */
final class StoredFormat {
  private static final Set<Class<?>> TEXTS =
      Set.of(
          String.class,
          BagId.class,
          JobId.class,
          OrganisationId.class,
          ProviderId.class,
          TaskSet.class);
  private static final Map<String, String> GENERIC =
      Map.of("java.util.Optional", "optional", "java.util.List", "list", "java.util.Map", "map");

  private final WireNames names;
  private final Set<String> classNames = new LinkedHashSet<>();
  private final StringBuilder text = new StringBuilder();

  StoredFormat(WireNames names) {
    this.names = names;
  }

  String text() {
    return text.toString();
  }

  Set<String> classNames() {
    return classNames;
  }

  void describe(String place, Class<?> type) {
    text.append("# ").append(place).append(':').append(separated(shape(type, ""))).append("\n\n");
  }

  private String shape(Type type, String indent) {
    if (type instanceof ParameterizedType generic) {
      String arguments =
          Arrays.stream(generic.getActualTypeArguments())
              .map(argument -> separated(shape(argument, indent)))
              .collect(Collectors.joining(","));
      String name = generic.getRawType().getTypeName();
      return GENERIC.getOrDefault(name, name) + " of" + arguments;
    }
    if (type instanceof WildcardType wildcard) {
      return shape(wildcard.getUpperBounds()[0], indent);
    }
    return classShape((Class<?>) type, indent);
  }

  private String classShape(Class<?> type, String indent) {
    if (TEXTS.contains(type)) {
      return "text";
    }
    if (type.isSealed() && type.isInterface()) {
      Map<String, String> cases = new TreeMap<>();
      addCases(type, indent, cases);
      return "one of" + String.join("", cases.values());
    }
    if (type.isEnum()) {
      classNames.add(type.getName());
      return Arrays.stream(type.getEnumConstants())
          .map(constant -> names.member(type, ((Enum<?>) constant).name()))
          .collect(Collectors.joining(" | "));
    }
    return type.isRecord() ? fields(type, indent) : type.getSimpleName();
  }

  private void addCases(Class<?> sealed, String indent, Map<String, String> cases) {
    for (Class<?> permitted : sealed.getPermittedSubclasses()) {
      if (permitted.isInterface()) {
        addCases(permitted, indent, cases);
      } else {
        String kind = names.of(permitted).kind().orElseThrow();
        cases.put(kind, "\n" + indent + "- kind " + kind + fields(permitted, indent + "  "));
      }
    }
  }

  private static String separated(String shape) {
    return shape.startsWith("\n") ? shape : " " + shape;
  }

  private String fields(Class<?> type, String indent) {
    classNames.add(type.getName());
    StringBuilder fields = new StringBuilder();
    for (RecordComponent component : type.getRecordComponents()) {
      fields
          .append('\n')
          .append(indent)
          .append("  ")
          .append(names.member(type, component.getName()))
          .append(':')
          .append(separated(shape(component.getGenericType(), indent + "  ")));
    }
    return fields.toString();
  }
}
