package tender.support.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The English texts for the codes of the REST API, from the resource {@code texts.json}. The
 * command line and the dashboard use the same file, so that both show the same text.
 */
public final class Texts {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]+)\\}");
  private static final Map<String, Map<String, String>> SECTIONS = load();

  private Texts() {}

  /** The text of a code; the code itself, with spaces for hyphens, if the file does not have it. */
  public static String of(String section, String code) {
    return find(section, code).orElse(code.replace('-', ' '));
  }

  /** The text of a code with its placeholders replaced by the values of these names. */
  public static String format(String section, String code, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(of(section, code))
        .replaceAll(
            placeholder ->
                Matcher.quoteReplacement(
                    values.getOrDefault(placeholder.group(1), placeholder.group())));
  }

  /** Empty if the file does not have the code. */
  public static Optional<String> find(String section, String code) {
    return Optional.ofNullable(SECTIONS.getOrDefault(section, Map.of()).get(code));
  }

  private static Map<String, Map<String, String>> load() {
    try (InputStream in = Texts.class.getResourceAsStream("texts.json")) {
      if (in == null) {
        throw new IllegalStateException("The resource texts.json is missing.");
      }
      return JsonMapper.shared().readValue(in.readAllBytes(), new TypeReference<>() {});
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the resource texts.json.", e);
    }
  }
}
