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
    // trace, first day, processors, load, widths, hours, jobs by estimate, jobs by run time
    "CTC-SP2-1996-3.1-cln, 0, 430, 0.49, 1, 306, 1, 18, 3436, 7316",
    "HPC2N-2002-2.2-cln, 0, 240, 0.56, 1, 128, 1, 120, 1180, 2545",
    "HPC2N-2002-2.2-cln, 730, 240, 0.48, 1, 128, 1, 120, 4571, 11898",
    "SDSC-SP2-1998-4.2-cln, 0, 128, 0.54, 1, 115, 1, 18, 937, 2755",
    "LPC-EGEE-2004-1.2-cln, 0, 140, 0.52, 1, 1, 2, 72, 5881, 99936",
    "SDSC-BLUE-2000-4.2-cln, 0, 1178, 0.54, 64, 632, 1, 36, 663, 1956"
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
      int jobsByEstimate,
      int jobsByRunTime)
      throws IOException {
    List<TraceJob> trace =
        TraceCleaner.forAnyMachine().clean(Traces.require(name + ".swf.gz")).jobs();
    LoadScaling scaling =
        LoadScaling.days(processors, 60, load)
            .filteredBy(
                JobFilter.ALL.processors(minWidth, maxWidth).estimateHours(minHours, maxHours))
            .startingAt(firstDay * DAY_SECONDS);
    ScaledTrace byEstimate = scaling.measuredBy(LoadMeasure.ESTIMATE).scale(trace);
    ScaledTrace byRunTime = scaling.measuredBy(LoadMeasure.RUN_TIME).scale(trace);

    assertThat(byEstimate.load()).isCloseTo(load, within(0.005));
    assertThat(byRunTime.load()).isCloseTo(load, within(0.005));
    assertThat(byEstimate.jobs()).hasSize(jobsByEstimate);
    assertThat(byRunTime.jobs()).hasSize(jobsByRunTime);
  }

  /** Evidence that the paper counts load by estimates; see {@link LoadScaling}. */
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
