package tender.experiments.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** The stylesheets that all of Tender's pages share. */
final class Palette {
  private static final Pattern SERIES = Pattern.compile("--series-\\d: (#[0-9a-f]{6});");

  /** The colours, as CSS variables. */
  static final String STYLESHEET = read("palette.css");

  /** Typography, tables and cards, shared with the dashboard. */
  static final String PAGE = read("page.css");

  /** The colours of the series of a chart. */
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
