package tender.experiments.definition;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The experiment definitions that are bundled with Tender. */
public final class BundledExperiments {
  private static final String FOLDER = "/tender/experiments/";

  private BundledExperiments() {}

  /** The text of a bundled definition file. */
  public static String text(String file) {
    try (InputStream in = BundledExperiments.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException(
            "Bundled experiment not on the class path: "
                + file
                + ". Check the resources of the build.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
