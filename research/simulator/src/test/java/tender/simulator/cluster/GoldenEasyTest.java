package tender.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.core.model.Cluster;
import tender.workload.Traces;

/**
 * Compares EASY with another simulator: pyss wrote these schedules, and all of their 392 228 jobs
 * start here at the same second. docs/research/rules.md lists the tie-breaking rules.
 */
class GoldenEasyTest {

  @ParameterizedTest
  @CsvSource({"KTH-SP2, 100", "SDSC-SP2, 128", "CTC-SP2, 338", "SDSC-BLUE, 1152"})
  void everyJobStartsAsInPyss(String log, int processors) throws IOException {
    GoldenSchedule golden =
        GoldenSchedule.read(Traces.require("golden/pyss-easy-" + log + ".swf.gz"));
    ClusterSchedule schedule =
        ClusterSimulation.run(golden.jobs(), Cluster.of(processors), Schedulers.all().get("easy"));
    assertThat(golden.differences(schedule)).isEmpty();
    assertThat(ScheduleVerifier.verify(schedule)).isEmpty();
  }
}
