package tender.experiments.definition;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The experiments of papers, as they come with Tender. */
public final class BundledExperiments {
  private static final String FOLDER = "/tender/experiments/";

  private BundledExperiments() {}

  /** The text of an experiment's file. */
  public static String text(String file) {
    try (InputStream in = BundledExperiments.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException(
            "No " + file + " on the class path. Maybe the build did not copy its resources.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
