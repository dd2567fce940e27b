package tender.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tender.core.model.Cluster;

class ConservativePromisesTest {
  private static final Cluster CLUSTER = Cluster.of(Workloads.PROCESSORS);
  private static final int SEEDS = 20;

  @Test
  void withoutCompressionEverybodyStartsWhenHeWasToldOnArrival() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RecordingConservativeScheduler watched = run(seed, false);
      assertThat(watched.later()).as("later, seed %d", seed).isZero();
      assertThat(watched.earlier()).as("earlier, seed %d", seed).isZero();
    }
  }

  @Test
  void withCompressionNobodyIsEverPlannedLaterThanBefore() {
    int earlier = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      RecordingConservativeScheduler watched = run(seed, true);
      assertThat(watched.later()).as("later, seed %d", seed).isZero();
      earlier += watched.earlier();
    }
    assertThat(earlier).isPositive();
  }

  private static RecordingConservativeScheduler run(long seed, boolean compressing) {
    var watched = new RecordingConservativeScheduler(CLUSTER, compressing);
    ClusterSimulation.run(Workloads.busy(seed, 400), CLUSTER, cluster -> watched);
    return watched;
  }
}
