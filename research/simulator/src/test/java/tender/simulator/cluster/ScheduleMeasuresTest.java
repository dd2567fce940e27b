package tender.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.workload.trace.TraceJob;

class ScheduleMeasuresTest {
  @Test
  void measuresMatchTheirDefinitions() {
    TraceJob first = new TraceJob(1, 100, 20, 4, 20);
    TraceJob second = new TraceJob(2, 110, 2, 1, 5);
    ScheduleMeasures measures =
        ScheduleMeasures.of(
            new ClusterSchedule(
                4,
                List.of(first, second),
                JobNumberIndex.of(List.of(first, second)),
                new long[] {100_000, 138_000}));
    assertThat(measures.jobs()).isEqualTo(2);
    assertThat(measures.meanWaitMillis()).isEqualTo(14_000);
    // 1 for the first job; the second waited 28 s and ran 2 s, which counts as 10 s.
    assertThat(measures.meanBoundedSlowdown()).isCloseTo(2, within(1e-12));
    assertThat(measures.makespanMillis()).isEqualTo(40_000);
    assertThat(measures.utilisation()).isCloseTo(82.0 / 160, within(1e-12));
  }
}
