package tender.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private static final long SECOND_NANOS = 1_000_000_000;

  private final StringWriter err = new StringWriter();
  private long nowNanos;

  @Test
  void isDrawnAfterASecondAndWipedAtTheEnd() {
    try (ProgressLine line = line(true)) {
      line.accept(10);
      assertThat(err.toString()).isEmpty();
      nowNanos += SECOND_NANOS;
      line.accept(50);
      assertThat(err.toString()).contains("50 %, 50 of 100 jobs");
      int drawn = err.toString().length();
      line.accept(51);
      assertThat(err.toString()).hasSize(drawn);
    }
    assertThat(err.toString()).endsWith("\r\u001b[K");
  }

  @Test
  void isNotDrawnWhereNobodyWatches() {
    try (ProgressLine line = line(false)) {
      nowNanos += 2 * SECOND_NANOS;
      line.accept(50);
    }
    assertThat(err.toString()).isEmpty();
  }

  private ProgressLine line(boolean watched) {
    return new ProgressLine(new PrintWriter(err), 100, watched, () -> nowNanos);
  }
}
