package tender.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.workload.swf.SwfLimits;
import tender.workload.swf.SwfReader;

/** Rows with arbitrary numbers give only jobs that core accepts. */
final class CleaningFuzzTest {
  private static final long[] EDGE_CASES = {
    -1,
    0,
    1,
    2,
    128,
    129,
    Integer.MAX_VALUE,
    Integer.MAX_VALUE + 1L,
    3_153_600_000L,
    3_153_600_001L,
    100_000_000_000_000_000L,
    -100_000_000_000_000_000L,
    -2
  };

  @Test
  void arbitraryRowsGiveValidJobs() throws IOException {
    int jobs = 0;
    for (long seed = 0; seed < 2_000; seed++) {
      byte[] rows = rows(new SplittableRandom(seed)).getBytes(StandardCharsets.US_ASCII);
      try (var reader = new SwfReader(new ByteArrayInputStream(rows), SwfLimits.DEFAULT)) {
        CleanTrace trace = TraceCleaner.forMachine(128).clean(reader);
        jobs += trace.jobs().size();

        assertThat(trace.report().rows())
            .isEqualTo(trace.jobs().size() + trace.report().skippedInAll());
        assertThat(trace.jobs()).extracting(TraceJob::submitSeconds).isSorted();
        assertThat(trace.jobs()).extracting(TraceJob::number).doesNotHaveDuplicates();
        for (TraceJob job : trace.jobs()) {
          long deadlineMillis = DeadlineSchema.SCHEMA_1.deadlineMillis(job, seed, 0);
          assertThat(job.toRigidJob(deadlineMillis).width()).isBetween(1, 128);
          assertThat(job.toBag(deadlineMillis).deadlineMillis()).isPositive();
        }
        ScaledTrace scaled = LoadScaling.days(128, 60, 0.5).scale(trace.jobs());
        assertThat(scaled.load()).isNotNegative().isFinite();
      }
    }
    assertThat(jobs).as("some rows are jobs").isGreaterThan(1_000);
  }

  private static String rows(SplittableRandom random) {
    var text = new StringBuilder();
    int rows = random.nextInt(30);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < 18; column++) {
        boolean edgeCase = random.nextInt(8) == 0;
        text.append(
            edgeCase ? EDGE_CASES[random.nextInt(EDGE_CASES.length)] : random.nextLong(1, 100));
        text.append(' ');
      }
      text.append('\n');
    }
    return text.toString();
  }
}
