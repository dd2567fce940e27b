package tender.support.http;

import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/** Writes JSON responses. */
public final class ResponseJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int MAX_SHOWN_LENGTH = 60;

  private ResponseJson() {}

  public static byte[] write(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  /** The name of an enum constant in JSON: {@code NO_PROMISE} is no-promise. */
  public static String wireName(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A client's text, cut for use in a message. */
  public static String abbreviate(String text) {
    return text.length() <= MAX_SHOWN_LENGTH ? text : text.substring(0, MAX_SHOWN_LENGTH) + "...";
  }
}
