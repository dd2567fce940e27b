package tender.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DeliveryDelayTest {
  private final DeliveryDelay delay = new DeliveryDelay();

  @Test
  void firstResultsWaitForOneSecond() {
    assertThat(delay.isDue(1, false, 5_000)).isFalse();
    assertThat(delay.isDue(3, false, 5_999)).isFalse();
    assertThat(delay.isDue(3, false, 6_000)).isTrue();
  }

  @Test
  void laterResultsWaitForTenSeconds() {
    delay.delivered();
    assertThat(delay.isDue(1, false, 5_000)).isFalse();
    assertThat(delay.isDue(900, false, 14_999)).isFalse();
    assertThat(delay.isDue(901, false, 15_000)).isTrue();
    assertThat(delay.isDue(0, false, 15_000)).isFalse();
    assertThat(delay.isDue(1, false, 15_500)).isFalse();
    assertThat(delay.isDue(1, false, 25_500)).isTrue();
  }

  @Test
  void fullPackAndLastResultsDoNotWait() {
    delay.delivered();
    assertThat(delay.isDue(BatchExecutor.PACK_TASKS, false, 0)).isTrue();
    assertThat(delay.isDue(1, true, 0)).isTrue();
    assertThat(delay.isDue(0, true, 0)).isFalse();
  }
}
