package tender.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tender.core.model.Cluster;

class ConservativePromisesTest {
  private static final Cluster CLUSTER = Cluster.of(Workloads.PROCESSORS);
  private static final int SEEDS = 20;

  @Test
  void withoutCompressionJobsStartAsPlannedOnArrival() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RecordingConservativeScheduler recorder = run(seed, false);
      assertThat(recorder.later()).as("later, seed %d", seed).isZero();
      assertThat(recorder.earlier()).as("earlier, seed %d", seed).isZero();
    }
  }

  @Test
  void withCompressionNoJobIsPlannedLater() {
    int earlier = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      RecordingConservativeScheduler recorder = run(seed, true);
      assertThat(recorder.later()).as("later, seed %d", seed).isZero();
      earlier += recorder.earlier();
    }
    assertThat(earlier).isPositive();
  }

  private static RecordingConservativeScheduler run(long seed, boolean compressing) {
    var recorder = new RecordingConservativeScheduler(CLUSTER, compressing);
    ClusterSimulation.run(Workloads.busy(seed, 400), CLUSTER, cluster -> recorder);
    return recorder;
  }
}
