package tender.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class WorldProgressTest {
  private static final long SECOND_NANOS = 1_000_000_000;

  private final StringWriter err = new StringWriter();
  private long nowNanos;

  @Test
  void aBarIsDrawnAfterASecondAndWipedAtTheEnd() {
    try (WorldProgress progress = progress(true)) {
      progress.accept(10);
      assertThat(err.toString()).isEmpty();
      nowNanos += 2 * SECOND_NANOS;
      progress.accept(500);
      assertThat(err.toString())
          .endsWith("[###############               ] 500 of 1,000 worlds, about 3 s left");
      int drawn = err.toString().length();
      progress.accept(501);
      assertThat(err.toString()).hasSize(drawn);
    }
    assertThat(err.toString()).endsWith("\r\u001b[K");
  }

  @Test
  void whereNobodyWatchesALineIsSaidNowAndThen() {
    try (WorldProgress progress = progress(false)) {
      nowNanos += 29 * SECOND_NANOS;
      progress.accept(100);
      assertThat(err.toString()).isEmpty();
      nowNanos += SECOND_NANOS;
      progress.accept(100);
      progress.accept(101);
    }
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("tender: 100 of 1,000 worlds, about 5 min left");
  }

  private WorldProgress progress(boolean watched) {
    return new WorldProgress(new PrintWriter(err), 1_000, watched, () -> nowNanos);
  }
}
