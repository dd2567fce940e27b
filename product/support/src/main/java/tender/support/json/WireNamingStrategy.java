package tender.support.json;

import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;

/** Gives Jackson the {@link WireNames} of record components. */
public final class WireNamingStrategy extends PropertyNamingStrategy {
  private final transient WireNames names;

  public WireNamingStrategy(WireNames names) {
    this.names = names;
  }

  @Override
  public String nameForField(MapperConfig<?> config, AnnotatedField field, String javaName) {
    return wireName(field.getDeclaringClass(), javaName);
  }

  @Override
  public String nameForGetterMethod(
      MapperConfig<?> config, AnnotatedMethod method, String javaName) {
    return wireName(method.getDeclaringClass(), javaName);
  }

  @Override
  public String nameForConstructorParameter(
      MapperConfig<?> config, AnnotatedParameter parameter, String javaName) {
    return wireName(parameter.getDeclaringClass(), javaName);
  }

  private String wireName(Class<?> type, String javaName) {
    return type.isRecord() ? names.member(type, javaName) : javaName;
  }
}
