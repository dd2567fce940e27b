package tender.research.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import tender.experiments.run.TraceFolder;

/**
 * Finds the folder of the workload logs and reads from it, for commands with the option --traces.
 */
public final class LogFolder {
  public static final String VARIABLE = "TENDER_TRACES";

  private LogFolder() {}

  /** Reads something from logs. */
  @FunctionalInterface
  public interface Reading<T> {
    T from(TraceFolder logs) throws IOException;
  }

  /**
   * Reads from the folder that was given, or else from that of the environment variable.
   *
   * @param usageError an error of the command with a message
   */
  public static <T> T read(
      @Nullable Path given, Reading<T> reading, Function<String, ParameterException> usageError) {
    Path folder = folder(given, usageError);
    try {
      return reading.from(new TraceFolder(folder));
    } catch (NoSuchFileException e) {
      throw usageError.apply(
          "Log "
              + e.getFile()
              + " not found. Get it from the Parallel Workloads Archive, or"
              + " give its folder with --traces or "
              + VARIABLE);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading a log in " + folder + " failed: " + e, e);
    }
  }

  private static Path folder(
      @Nullable Path given, Function<String, ParameterException> usageError) {
    if (given != null) {
      return given;
    }
    String named = System.getenv(VARIABLE);
    if (named == null) {
      throw usageError.apply(
          "The folder of the logs is missing. Give it with --traces or " + VARIABLE);
    }
    return Path.of(named);
  }
}
