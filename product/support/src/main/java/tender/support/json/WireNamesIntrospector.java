package tender.support.json;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Gives Jackson the {@link WireNames} of enum constants and of the cases of sealed interfaces, so
 * that the classes themselves need no annotations.
 */
public final class WireNamesIntrospector extends JacksonAnnotationIntrospector {
  private static final String KIND = "kind";
  private static final JsonTypeInfo.Value BY_KIND =
      JsonTypeInfo.Value.construct(
          JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, KIND, null, false, true, null);

  private final transient WireNames names;

  public WireNamesIntrospector(WireNames names) {
    this.names = names;
  }

  @Override
  public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(
      MapperConfig<?> config, Annotated annotated) {
    return annotated instanceof AnnotatedClass
            && annotated.getRawType().isSealed()
            && annotated.getRawType().isInterface()
        ? BY_KIND
        : super.findPolymorphicTypeInfo(config, annotated);
  }

  @Override
  public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
    return type.getRawType().isRecord()
        ? names.of(type.getRawType()).kind().orElse(null)
        : super.findTypeName(config, type);
  }

  @Override
  public String[] findEnumValues(
      MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] wireNames) {
    for (int i = 0; i < constants.length; i++) {
      wireNames[i] = names.member(constants[i].getDeclaringClass(), constants[i].name());
    }
    return wireNames;
  }
}
