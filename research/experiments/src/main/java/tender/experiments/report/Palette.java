package tender.experiments.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** The looks of all of Tender's pages, from the stylesheets that say them. */
final class Palette {
  private static final Pattern SERIES = Pattern.compile("--series-\\d: (#[0-9a-f]{6});");

  /** As it goes into a page. */
  static final String STYLESHEET = read("palette.css");

  /** Type, tables and cards, as the dashboard has them too. */
  static final String PAGE = read("page.css");

  /** For what is told apart by its colour. */
  static final List<String> SERIES_COLOURS =
      SERIES.matcher(STYLESHEET).results().map(found -> found.group(1)).toList();

  private Palette() {}

  private static String read(String file) {
    try (InputStream in = Objects.requireNonNull(Palette.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
