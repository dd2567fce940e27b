package tender.experiments.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.workload.random.SplitMix64;

final class PartitionSearchTest {
  @ParameterizedTest
  @CsvSource({"64,2", "64,3", "64,4", "32,4", "100,3", "127,2"})
  void noPartitionIsBetterForUniformDemand(int largest, int blocks) {
    check(TestQueueingModel.with(ProcessorDemand.uniform(largest)), blocks);
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,3", "3,4", "4,4", "5,5", "6,6"})
  void noPartitionIsBetterForRandomDemand(int seed, int blocks) {
    SplitMix64 random = new SplitMix64(seed);
    double[] weights = new double[64];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.pow(random.nextDouble(), 6);
    }
    check(TestQueueingModel.with(ProcessorDemand.weighted(weights)), blocks);
  }

  /** The wait is constant over wide ranges. */
  @ParameterizedTest
  @CsvSource({"2", "3", "4", "5", "6", "7"})
  void noPartitionIsBetterForPowersOfTwo(int blocks) {
    double[] weights = new double[64];
    for (int i = 1; i <= 64; i *= 2) {
      weights[i - 1] = 1 + i % 3;
    }
    check(TestQueueingModel.with(ProcessorDemand.weighted(weights)), blocks);
  }

  private static void check(QueueingModel model, int blocks) {
    ProcessorPartition found = new PartitionSearch(model).best(blocks);

    assertThat(found.blocks()).isEqualTo(blocks);
    assertThat(new PartitionedSite(model, found).waitSeconds())
        .isCloseTo(AllPartitions.minWaitSeconds(model, blocks), within(1e-9));
    assertThat(new PartitionSearch(model).best(blocks)).isEqualTo(found);
  }

  @Test
  void jobAsWideAsTheSiteAllowsOnlyOneBlock() {
    QueueingModel model = TestQueueingModel.with(ProcessorDemand.uniform(128));

    assertThat(new PartitionSearch(model).best(1)).isEqualTo(ProcessorPartition.of(128));
    assertThatIllegalArgumentException().isThrownBy(() -> new PartitionSearch(model).best(2));
  }

  @Test
  void smallestBlocksHaveOneProcessor() {
    QueueingModel model = TestQueueingModel.with(ProcessorDemand.uniform(126));

    assertThat(new PartitionSearch(model).best(3)).isEqualTo(ProcessorPartition.of(1, 1, 126));
  }
}
