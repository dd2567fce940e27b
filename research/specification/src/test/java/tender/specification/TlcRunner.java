package tender.specification;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs TLC in a separate process, because TLC keeps the last model in static fields. */
final class TlcRunner {
  static final int OK = 0;
  static final int INVARIANT_VIOLATED = 12;
  static final int PROPERTY_VIOLATED = 13;

  private static final Path MODELS = Path.of("src/main/tla").toAbsolutePath();

  /**
   * Matches lines such as {@code <Crash line 105, col 1 to line 105, col 14 of module Tender>:
   * 0:39756}.
   */
  private static final Pattern TAKEN =
      Pattern.compile("^<(\\w+) line .* of module Tender.*>: \\d+:(\\d+)$", Pattern.MULTILINE);

  /** The exit code and output of a check. */
  record TlcResult(int exitCode, String output) {
    /** How often each action was taken. */
    Map<String, Long> actionCounts() {
      Map<String, Long> taken = new LinkedHashMap<>();
      Matcher matcher = TAKEN.matcher(output);
      while (matcher.find()) {
        taken.put(matcher.group(1), Long.valueOf(matcher.group(2)));
      }
      return taken;
    }
  }

  private TlcRunner() {}

  /**
   * Checks the model.
   *
   * @param configuration a file beside the model
   * @param scratch an empty folder
   */
  static TlcResult check(String configuration, Path scratch)
      throws IOException, InterruptedException {
    Path output = scratch.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseParallelGC",
                    "-Xmx1g",
                    // TLC unpacks its standard modules there, with fixed names.
                    "-Djava.io.tmpdir=" + scratch,
                    "-cp",
                    jar().toString(),
                    "tlc2.TLC",
                    "-workers",
                    "auto",
                    "-coverage",
                    "1",
                    "-metadir",
                    scratch.resolve("states").toString(),
                    "-config",
                    configuration,
                    "Tender.tla"))
            .directory(MODELS.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      int exitCode = process.waitFor();
      return new TlcResult(exitCode, Files.readString(output));
    } finally {
      process.destroy();
    }
  }

  private static Path jar() {
    try {
      return Path.of(tlc2.TLC.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
