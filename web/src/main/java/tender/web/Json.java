package tender.web;

import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/** JSON that goes out, and how things are written in it. */
public final class Json {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int LONGEST_SHOWN = 60;

  private Json() {}

  public static byte[] write(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  /** A constant as it is written in JSON: {@code NO_PROMISE} is no-promise. */
  public static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What a client wrote, short enough to be said back. */
  public static String shown(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
  }
}
