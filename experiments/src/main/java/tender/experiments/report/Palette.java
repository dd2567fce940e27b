package tender.experiments.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** The colours of all of Tender's pages, from the one stylesheet that says them. */
final class Palette {
  private static final String FILE = "palette.css";
  private static final Pattern SERIES = Pattern.compile("--series-\\d: (#[0-9a-f]{6});");

  /** As it goes into a page. */
  static final String STYLESHEET = read();

  /** For what is told apart by its colour. */
  static final List<String> SERIES_COLOURS =
      SERIES.matcher(STYLESHEET).results().map(found -> found.group(1)).toList();

  private Palette() {}

  private static String read() {
    try (InputStream in = Objects.requireNonNull(Palette.class.getResourceAsStream(FILE), FILE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
