package tender.cli.help;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The manual text of a command: an introduction, then sections. A heading begins a line and ends
 * with a colon; the content of a section is indented.
 *
 * <p>It is a resource such as {@code /manual/tender-server-run.txt} of the command's module, not an
 * annotation, because only help reads it and it is prose.
 */
public final class ManualText {
  /** The section with example commands; a test parses each of them. */
  public static final String EXAMPLES = "Examples";

  static final String ENVIRONMENT = "Environment";
  static final String FILES = "Files";
  static final String SEE_ALSO = "See also";

  private static final String INTRODUCTION = "";

  private final Map<String, List<String>> sections = new LinkedHashMap<>();

  private ManualText(List<String> lines) {
    List<String> section = new ArrayList<>();
    sections.put(INTRODUCTION, section);
    for (String line : lines) {
      if (line.endsWith(":") && !line.startsWith(" ")) {
        section = new ArrayList<>();
        sections.put(line.substring(0, line.length() - 1), section);
      } else if (!line.isBlank() || !section.isEmpty()) {
        section.add(line);
      }
    }
  }

  /** The manual text of a command; empty if there is none. */
  public static ManualText of(CommandSpec command) {
    String resource = "/manual/" + command.qualifiedName("-") + ".txt";
    try (InputStream in = ManualText.class.getResourceAsStream(resource)) {
      return new ManualText(
          in == null
              ? List.of()
              : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + resource + " failed: " + e.getMessage(), e);
    }
  }

  /** The lines of a section without their indent; empty if there is none. */
  public List<String> section(String heading) {
    return sections.getOrDefault(heading, List.of()).stream()
        .map(line -> line.startsWith("  ") ? line.substring(2) : line)
        .toList();
  }

  /** The paragraphs before the first heading, a line each. */
  List<String> paragraphs() {
    List<String> paragraphs = new ArrayList<>();
    for (String text : String.join("\n", section(INTRODUCTION)).strip().split("\n\n+")) {
      if (!text.isBlank()) {
        paragraphs.add(text.replace('\n', ' '));
      }
    }
    return paragraphs;
  }
}
