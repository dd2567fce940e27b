package tender.app.init;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * The commented example of a configuration, in which settings are filled in. The example is the one
 * in {@code examples/live}, so that the documentation of the settings exists once.
 */
public final class ConfigTemplate {
  /** JSON is YAML, and its strings need no further quoting. */
  private static final JsonMapper YAML = JsonMapper.builder().build();

  private final List<String> lines;

  private ConfigTemplate(List<String> lines) {
    this.lines = List.copyOf(lines);
  }

  static ConfigTemplate of(String text) {
    return new ConfigTemplate(text.lines().toList());
  }

  /** One of the examples, such as {@code server.yaml}. */
  public static ConfigTemplate read(String name) {
    try (InputStream in = ConfigTemplate.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "Resource " + name + " is not on the class path. Check the build's resources.");
      }
      return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets a setting, in the place where the example shows it. */
  public ConfigTemplate with(String setting, Object value) {
    return replaced(0, "", setting, setting + ": " + YAML.writeValueAsString(value));
  }

  /** Sets a setting of a section that the example shows over several lines. */
  public ConfigTemplate with(String section, String setting, Object value) {
    int start = indexOf(0, "", section);
    return new ConfigTemplate(lines)
        .replaced(start, "  ", setting, "  " + setting + ": " + YAML.writeValueAsString(value));
  }

  /** Makes a section a comment, of which the example has several lines. */
  public ConfigTemplate without(String section) {
    int start = indexOf(0, "", section);
    List<String> changed = new ArrayList<>(lines);
    changed.set(start, changed.get(start).replaceFirst("^#?", "#"));
    for (int i = start + 1; i < changed.size() && changed.get(i).startsWith("  "); i++) {
      changed.set(i, changed.get(i).replaceFirst("^( +)#?", "$1#"));
    }
    return new ConfigTemplate(changed);
  }

  private ConfigTemplate replaced(int from, String indent, String setting, String line) {
    List<String> changed = new ArrayList<>(lines);
    changed.set(indexOf(from, indent, setting), line);
    return new ConfigTemplate(changed);
  }

  private int indexOf(int from, String indent, String setting) {
    Pattern shown = Pattern.compile(indent + "#?" + Pattern.quote(setting) + ":( .*)?");
    for (int i = from; i < lines.size(); i++) {
      if (shown.matcher(lines.get(i)).matches()) {
        return i;
      }
    }
    throw new IllegalArgumentException("The example does not show the setting '" + setting + "'.");
  }

  /** The whole file. */
  public String text() {
    return String.join("\n", lines) + "\n";
  }
}
