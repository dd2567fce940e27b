package tender.cli.output;

import java.util.Locale;

/** The format of a command's output. */
public enum OutputFormat {
  /** Sentences and aligned columns. */
  TABLE,
  /** One JSON object. */
  JSON;

  /** The name as typed on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
