package tender.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.core.model.Bag;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.workload.swf.SwfLimits;
import tender.workload.swf.SwfReader;

final class TraceCleanerTest {
  @Test
  void jobHasRequestedProcessorsAndTime() throws IOException {
    assertThat(clean(row(7, 50, 100, 8, 4, 300, 1)).jobs())
        .containsExactly(new TraceJob(7, 50, 100, 4, 300));
  }

  @Test
  void missingRequestsComeFromTheExecution() throws IOException {
    CleanTrace trace = clean(row(7, 50, 100, 8, -1, -1, 1));

    assertThat(trace.jobs()).containsExactly(new TraceJob(7, 50, 100, 8, 100));
    assertThat(trace.report().processorsFromAllocation()).isEqualTo(1);
    assertThat(trace.report().estimatesFromRunTime()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 8, 1200000, 1200000",
    "1, 8, 9600000, 1200000",
    "9, 72, 8000000, 1000000",
    "8, 4, 400, 400",
    "-1, 4, 400, 400",
    "8, -1, 400, 400",
    "8, 8, -1, 0",
    "1, 3, 100, 34",
    "7, 100, 99999999999999999, 7000000000000000",
  })
  void memoryIsForEachProcessor(int allocated, int requested, long kilobytes, long expected)
      throws IOException {
    String row =
        "1 50 -1 100 %s -1 -1 %s 300 %s 1 -1 -1 -1 -1 -1 -1 -1"
            .formatted(allocated, requested, kilobytes);
    assertThat(clean(row).jobs()).extracting(TraceJob::memoryKilobytes).containsExactly(expected);
  }

  @Test
  void runTimesAreTruncatedToTheEstimate() throws IOException {
    CleanTrace trace = clean(row(7, 50, 301, 8, 8, 300, 1));

    assertThat(trace.jobs()).containsExactly(new TraceJob(7, 50, 300, 8, 300));
    assertThat(trace.report().cutAtEstimate()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 50, 100, 8, 8, 300, 2, PARTIAL_EXECUTION",
    "1, 50, 100, 8, 8, 300, 3, PARTIAL_EXECUTION",
    "1, 50, 100, 8, 8, 300, 4, PARTIAL_EXECUTION",
    "1, -1, 100, 8, 8, 300, 1, NO_SUBMISSION",
    "1, 50, 100, 0, -1, 300, 1, NO_PROCESSORS",
    "1, 50, 0, 8, 8, 300, 1, NO_RUN_TIME",
    "1, 50, -1, 8, 8, 300, 5, NO_RUN_TIME",
    "1, 50, 100, 8, 129, 300, 1, WIDER_THAN_MACHINE",
    "1, 9999999999999, 100, 8, 8, 300, 1, BEYOND_TIME_LIMIT",
    "1, 50, 100, 8, 8, 9999999999999, 1, BEYOND_TIME_LIMIT",
    "99, 50, 100, 8, 8, 300, 1, REPEATED_NUMBER"
  })
  void invalidRowIsSkippedWithAReason(
      long number,
      long submit,
      long run,
      int allocated,
      int requested,
      long estimate,
      int status,
      SkipReason reason)
      throws IOException {
    CleanTrace trace =
        clean(
            row(99, 1, 10, 1, 1, 10, 1),
            row(number, submit, run, allocated, requested, estimate, status));

    assertThat(trace.jobs()).hasSize(1);
    assertThat(trace.report().rows()).isEqualTo(2);
    assertThat(trace.report().skipped()).containsOnlyKeys(reason).containsEntry(reason, 1);
    assertThat(trace.report().skippedInAll()).isEqualTo(1);
  }

  @Test
  void jobsAreSortedStablyBySubmission() throws IOException {
    CleanTrace trace =
        clean(
            row(1, 50, 1, 1, 1, 1, 1),
            row(9, 60, 1, 1, 1, 1, 1),
            row(4, 50, 1, 1, 1, 1, 1),
            row(2, 55, 1, 1, 1, 1, 1),
            row(3, 60, 1, 1, 1, 1, 1));

    assertThat(trace.jobs()).extracting(TraceJob::number).containsExactly(1L, 4L, 2L, 9L, 3L);
    assertThat(trace.report().outOfOrder()).isEqualTo(2);
  }

  @Test
  void jobWithoutNumberGetsItsLineNumber() throws IOException {
    CleanTrace trace = clean(row(8, 5, 1, 1, 1, 1, 1), row(-1, 5, 1, 1, 1, 1, 1));

    assertThat(trace.jobs()).extracting(TraceJob::number).containsExactly(8L, 2L);
  }

  @Test
  void secondsBecomeMilliseconds() {
    TraceJob job = new TraceJob(7, 50, 100, 4, 300);

    assertThat(job.runMillis()).isEqualTo(100_000);
    assertThat(job.toRigidJob(400_000))
        .isEqualTo(Job.rigid(new JobId("7"), 4, 300_000, 50_000, 400_000));
    assertThat(job.toBag(Time.NEVER)).isEqualTo(new Bag(4, 1, 300_000, 50_000, Time.NEVER));
  }

  @Test
  void invalidJobsAreRejectedWithTheirNumber() {
    assertThatThrownBy(() -> new TraceJob(7, 0, 2, 1, 1)).hasMessageContaining("Job 7 runs for 2");
    assertThatThrownBy(() -> new TraceJob(7, 0, 0, 1, 1)).hasMessageContaining("0 s");
    assertThatThrownBy(() -> new TraceJob(7, 0, 1, 0, 1)).hasMessageContaining("0 processors");
    assertThatThrownBy(() -> new TraceJob(7, Long.MAX_VALUE, 1, 1, 1))
        .hasMessageContaining("second " + Long.MAX_VALUE);
    assertThatThrownBy(() -> new TraceJob(7, Long.MIN_VALUE, 1, 1, 1))
        .hasMessageContaining("second " + Long.MIN_VALUE);
    assertThatThrownBy(() -> TraceCleaner.forMachine(0)).hasMessageContaining("0 processors");
  }

  private static CleanTrace clean(String... rows) throws IOException {
    byte[] bytes = String.join("\n", rows).getBytes(StandardCharsets.US_ASCII);
    try (var reader = new SwfReader(new ByteArrayInputStream(bytes), SwfLimits.DEFAULT)) {
      return TraceCleaner.forMachine(128).clean(reader);
    }
  }

  private static String row(
      long number, long submit, long run, int allocated, int requested, long estimate, int status) {
    return "%d %d -1 %d %d -1 -1 %d %d -1 %d -1 -1 -1 -1 -1 -1 -1"
        .formatted(number, submit, run, allocated, requested, estimate, status);
  }
}
