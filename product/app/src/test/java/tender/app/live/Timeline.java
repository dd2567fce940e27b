package tender.app.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Writes the steps of a test to a file, with the time. */
final class Timeline {
  private final Path file;
  private final long beganNanos = System.nanoTime();

  Timeline(Path file) {
    this.file = file;
  }

  synchronized void note(String what) {
    String line =
        "%s %6.1f s  %s%n"
            .formatted(
                LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS),
                (System.nanoTime() - beganNanos) / 1e9,
                what);
    System.out.print(line);
    try {
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
