package tender.experiments.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class ProcessorDemandTest {
  @Test
  void weightsGiveProbabilities() {
    ProcessorDemand demand = ProcessorDemand.weighted(1, 0, 0, 2, 0, 0, 0, 1);

    assertThat(demand.largest()).isEqualTo(8);
    assertThat(demand.probability(0, 1)).isCloseTo(0.25, within(1e-12));
    assertThat(demand.probability(1, 4)).isCloseTo(0.5, within(1e-12));
    assertThat(demand.probability(4, 100)).isCloseTo(0.25, within(1e-12));
    assertThat(demand.probability(4, 4)).isZero();
  }

  @Test
  void largestHasPositiveWeight() {
    assertThat(ProcessorDemand.weighted(2, 6, 0, 0).largest()).isEqualTo(2);
  }

  @Test
  void weightsWithoutMassAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> ProcessorDemand.weighted());
    assertThatIllegalArgumentException().isThrownBy(() -> ProcessorDemand.weighted(0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> ProcessorDemand.weighted(1, -1));
  }
}
