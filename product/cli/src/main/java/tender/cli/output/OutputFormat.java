package tender.cli.output;

import java.util.Locale;

/** For whom an answer is printed. */
public enum OutputFormat {
  /** Sentences and aligned columns, for people. */
  TABLE,
  /** One JSON object, for programs. */
  JSON;

  /** The name as it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
