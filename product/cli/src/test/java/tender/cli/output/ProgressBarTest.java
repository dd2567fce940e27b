package tender.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class ProgressBarTest {
  private static final long SECOND_NANOS = 1_000_000_000;

  private final StringWriter err = new StringWriter();
  private long nowNanos;

  @Test
  void drawsBarAfterOneSecondAndClearsIt() {
    try (ProgressBar progress = progress(true)) {
      progress.update(10, 1_000);
      assertThat(err.toString()).isEmpty();
      nowNanos += 2 * SECOND_NANOS;
      progress.update(500, 1_000);
      assertThat(err.toString())
          .endsWith("[###############               ] 500 of 1,000 worlds, about 3 s left");
      int drawn = err.toString().length();
      progress.update(501, 1_000);
      assertThat(err.toString()).hasSize(drawn);
    }
    assertThat(err.toString()).endsWith("\r\u001b[K");
  }

  @Test
  void withoutTerminalPrintsLineEvery30Seconds() {
    try (ProgressBar progress = progress(false)) {
      nowNanos += 29 * SECOND_NANOS;
      progress.update(100, 1_000);
      assertThat(err.toString()).isEmpty();
      nowNanos += SECOND_NANOS;
      progress.update(100, 1_000);
      progress.update(101, 1_000);
    }
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("tender-research: 100 of 1,000 worlds, about 5 min left");
  }

  @Test
  void transferShowsItsRateWithoutWhatAnEarlierRunDid() {
    try (ProgressBar progress =
        new ProgressBar(
            new PrintWriter(err), "tender", "MiB of inputs", true, true, () -> nowNanos)) {
      nowNanos += 10 * SECOND_NANOS;
      progress.update(600, 500, 1_000);
    }
    assertThat(err.toString()).contains("600 of 1,000 MiB of inputs, 10.0 MiB/s, about 41 s left");
  }

  private ProgressBar progress(boolean interactive) {
    return new ProgressBar(
        new PrintWriter(err), "tender-research", "worlds", interactive, false, () -> nowNanos);
  }
}
