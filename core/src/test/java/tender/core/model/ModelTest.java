package tender.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ModelTest {

  @Test
  void numericIdsOrderAsNumbers() {
    assertThat(List.of(new JobId("9"), new JobId("10"), new JobId("1a"), new JobId("100")))
        .isSorted();
  }

  @Test
  void moneyIsExactAndNeverWraps() {
    assertThat(new Money(1).times(3).plus(new Money(997))).isEqualTo(new Money(1_000));
    assertThatThrownBy(() -> new Money(Long.MAX_VALUE).plus(new Money(1)))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> new Money(Long.MAX_VALUE).times(2))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void surchargeIsExactAndRoundedUp() {
    assertThat(new Money(1_000).withSurcharge(20)).isEqualTo(new Money(1_200));
    assertThat(new Money(1_001).withSurcharge(20)).isEqualTo(new Money(1_202));
    assertThat(new Money(1_001).withSurcharge(0)).isEqualTo(new Money(1_001));
    assertThat(new Money(7_000_000_000_000_000_000L).withSurcharge(20))
        .isEqualTo(new Money(8_400_000_000_000_000_000L));
    assertThatThrownBy(() -> new Money(Long.MAX_VALUE).withSurcharge(1))
        .isInstanceOf(ArithmeticException.class);
    for (long millicredits = 0; millicredits < 1_000; millicredits++) {
      for (int percent : new int[] {0, 1, 20, 33, 100}) {
        Money without = new Money(millicredits);
        Money with = without.withSurcharge(percent);
        assertThat(with.minus(with.includedSurcharge(percent))).isEqualTo(without);
      }
    }
    assertThat(new Money(Long.MAX_VALUE).includedSurcharge(100).millicredits())
        .isEqualTo(Long.MAX_VALUE / 2 + 1);
  }

  @Test
  void moneyPrintsCredits() {
    assertThat(new Money(12_000)).hasToString("12");
    assertThat(new Money(12_500)).hasToString("12.5");
    assertThat(new Money(-1)).hasToString("-0.001");
    assertThat(new Money(-2_040)).hasToString("-2.04");
    assertThat(Money.ZERO).hasToString("0");
  }

  @Test
  void slowerClusterTakesLongerRoundedUp() {
    assertThat(new Cluster(4, 1_200).durationMillis(3_600_000)).isEqualTo(3_000_000);
    assertThat(new Cluster(4, 3_000).durationMillis(10)).isEqualTo(4);
    assertThat(new Cluster(4, 1_200).referenceMillis(3_000_000)).isEqualTo(3_600_000);
    assertThat(new Cluster(4, 333).referenceMillis(1)).isEqualTo(1);
    assertThat(Cluster.of(4).durationMillis(Time.LIMIT_MILLIS)).isEqualTo(Time.LIMIT_MILLIS);
    assertThat(new Cluster(1_000_000, 2_000).powerPermille()).isEqualTo(2_000_000_000L);
  }

  @Test
  void jobsOrderBySubmissionAndDeadline() {
    Job early = Job.rigid(new JobId("b"), 1, 1, 0, 50);
    Job late = Job.rigid(new JobId("a"), 1, 1, 1, 20);
    Job lateToo = Job.rigid(new JobId("c"), 1, 1, 1, 20);

    assertThat(List.of(early, late, lateToo)).isSortedAccordingTo(Job.BY_ARRIVAL);
    assertThat(List.of(late, lateToo, early)).isSortedAccordingTo(Job.BY_DEADLINE);
  }

  @Test
  void invalidValuesAreRejectedByName() {
    assertThatThrownBy(() -> Job.rigid(new JobId("j"), 0, 1, 0, 1)).hasMessageContaining("job j");
    assertThatThrownBy(() -> Job.rigid(new JobId("j"), 1, 0, 0, 1)).hasMessageContaining("0 ms");
    assertThatThrownBy(() -> new JobId(" ")).hasMessageContaining("1 characters");
    assertThatThrownBy(() -> new Bag(1, 1, 1, Time.NEVER, 1)).hasMessageContaining("submission");
    assertThatThrownBy(() -> new Bag(1, 1, 1, 0, Long.MIN_VALUE)).hasMessageContaining("deadline");
    assertThatThrownBy(() -> Offer.free(new ProviderId("p"), 0, 1)).hasMessageContaining("of p");
    assertThatThrownBy(() -> new FreeSlot(5, 5, 1)).hasMessageContaining("end later");
    assertThatThrownBy(() -> new Cluster(0, 1)).hasMessageContaining("processors");
  }

  @Test
  void overdueJobOccupiesOneMoreMillisecond() {
    RunningJob job = new RunningJob(new JobId("j"), 1, 0, 10);

    assertThat(job.occupiedUntilMillis(5)).isEqualTo(10);
    assertThat(job.occupiedUntilMillis(10)).isEqualTo(11);
    assertThat(job.occupiedUntilMillis(25)).isEqualTo(26);
  }
}
