package tender.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.workload.Traces;

/**
 * The workloads of Table 2 in Netto and Buyya's paper on offers, from later versions of its traces.
 * Counts differ from the paper's; the test fixes them, so that a change of our code is noticed.
 */
final class OffersPaperTest {
  private static final long DAY_SECONDS = 24 * 60 * 60;

  @ParameterizedTest
  @CsvSource({
    // trace, first day, processors, load, widths, hours, jobs, widest
    "CTC-SP2-1996-3.1-cln, 10, 430, 0.49, 1, 306, 1, 18, 3297, 306",
    "HPC2N-2002-2.2-cln, 50, 240, 0.56, 1, 128, 1, 120, 1050, 128",
    "HPC2N-2002-2.2-cln, 270, 240, 0.48, 1, 128, 1, 120, 3738, 128",
    "SDSC-SP2-1998-4.2-cln, 120, 128, 0.54, 1, 115, 1, 18, 957, 115",
    "LPC-EGEE-2004-1.2-cln, 90, 140, 0.52, 1, 1, 2, 72, 5663, 1",
    "SDSC-BLUE-2000-4.2-cln, 360, 1178, 0.54, 64, 632, 1, 36, 978, 624"
  })
  void loadsOfTable2AreReached(
      String name,
      int firstDay,
      int processors,
      double load,
      int minWidth,
      int maxWidth,
      int minHours,
      int maxHours,
      int jobs,
      int widest)
      throws IOException {
    List<TraceJob> trace =
        TraceCleaner.forAnyMachine().clean(Traces.require(name + ".swf.gz")).jobs();
    JobFilter filter =
        JobFilter.ALL.processors(minWidth, maxWidth).estimateHours(minHours, maxHours);
    LoadThinning thinning =
        new LoadThinning(processors, 60 * DAY_SECONDS, load, LoadMeasure.ESTIMATE, filter);
    ScaledTrace thinned = thinning.thin(trace, firstDay * DAY_SECONDS);

    assertThat(thinned.load()).isCloseTo(load, within(0.01));
    assertThat(thinned.jobs()).hasSize(jobs);
    assertThat(thinned.jobs().stream().mapToInt(TraceJob::processors).max()).hasValue(widest);
  }

  /** Evidence that the paper counts load by estimates; see {@link LoadThinning}. */
  @Test
  void firstRowIsTheBeginningOfTheTrace() throws IOException {
    List<TraceJob> row =
        TraceCleaner.forAnyMachine()
            .clean(Traces.require("CTC-SP2-1996-3.1-cln.swf.gz"))
            .jobs()
            .stream()
            .filter(JobFilter.ALL.estimateHours(1, 18))
            .limit(3_478)
            .toList();

    assertThat(row.stream().mapToInt(TraceJob::processors).max()).hasValue(306);
    assertThat(LoadMeasure.ESTIMATE.load(row, 430, 60 * DAY_SECONDS)).isCloseTo(0.49, within(0.01));
    assertThat(LoadMeasure.RUN_TIME.load(row, 430, 60 * DAY_SECONDS)).isLessThan(0.25);
  }
}
