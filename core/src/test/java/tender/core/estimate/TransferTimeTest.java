package tender.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tender.core.model.Time;

class TransferTimeTest {
  private static final LinkRates RATES = new LinkRates(2_000_000, 500_000);

  @Test
  void volumeAndRatesGiveTheTimes() {
    TransferTime time = TransferTime.of(new DataVolume(3_000_001, 250_000), RATES);
    assertThat(time).isEqualTo(new TransferTime(1_501, 500));
    assertThat(TransferTime.of(DataVolume.NONE, RATES)).isEqualTo(TransferTime.NONE);
  }

  @Test
  void resultsOfTheLastGroupRemainIfTheLinkKeepsUp() {
    // 8 tasks of 1 s, 4 at a time; the results of 4 tasks take 400 ms.
    assertThat(new TransferTime(0, 100).deliveryMillis(8, 4, 1_000)).isEqualTo(400);
    assertThat(new TransferTime(0, 100).deliveryMillis(3, 4, 1_000)).isEqualTo(300);
  }

  @Test
  void slowLinkIsBusyFromTheEndOfTheFirstGroup() {
    // The results of 4 tasks take 2 s, so those of 8 are there 4 s after the first 4 have ended.
    assertThat(new TransferTime(0, 500).deliveryMillis(8, 4, 1_000)).isEqualTo(3_000);
  }

  @Test
  void noResultsNeedNoTime() {
    assertThat(TransferTime.NONE.deliveryMillis(1_000_000, 1, 1)).isZero();
  }

  @Test
  void moreTasksAreNeverDeliveredEarlier() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 10_000; i++) {
      TransferTime time = new TransferTime(0, random.nextDouble(2_000));
      int tasks = random.nextInt(1, 200);
      int concurrentTasks = random.nextInt(1, 50);
      long durationMillis = random.nextLong(1, 5_000);
      assertThat(deliveredMillis(time, tasks + 1, concurrentTasks, durationMillis))
          .isGreaterThanOrEqualTo(deliveredMillis(time, tasks, concurrentTasks, durationMillis));
      assertThat(time.longestDeliveryMillis(tasks, concurrentTasks, durationMillis))
          .isEqualTo(
              IntStream.rangeClosed(1, tasks)
                  .mapToLong(some -> time.deliveryMillis(some, concurrentTasks, durationMillis))
                  .max()
                  .orElseThrow());
    }
  }

  private static long deliveredMillis(
      TransferTime time, int tasks, int concurrentTasks, long durationMillis) {
    return Math.ceilDiv(tasks, concurrentTasks) * durationMillis
        + time.deliveryMillis(tasks, concurrentTasks, durationMillis);
  }

  /** Tasks in any order on some processors, and a link that sends one result after the other. */
  @Test
  void deliveryIsNeverLaterThanTheBound() {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 10_000; i++) {
      int processors = random.nextInt(1, 8);
      long durationMillis = random.nextLong(1, 100);
      long[] freeMillis = new long[processors];
      int tasks = random.nextInt(1, 40);
      long[] endsMillis = new long[tasks];
      for (int task = 0; task < tasks; task++) {
        int processor = random.nextInt(processors);
        freeMillis[processor] += random.nextLong(20) + durationMillis;
        endsMillis[task] = freeMillis[processor];
      }
      Arrays.sort(endsMillis);
      long perTaskMillis = random.nextLong(1, 60);
      long deliveredMillis = 0;
      for (long endMillis : endsMillis) {
        deliveredMillis = Math.max(deliveredMillis, endMillis) + perTaskMillis;
      }
      assertThat(deliveredMillis - endsMillis[tasks - 1])
          .isLessThanOrEqualTo(
              new TransferTime(0, perTaskMillis).deliveryMillis(tasks, processors, durationMillis));
    }
  }

  @Test
  void timesAreBounded() {
    long yearMillis = 365 * Time.DAY_MILLIS;
    TransferTime longest =
        TransferTime.of(new DataVolume(Long.MAX_VALUE, Long.MAX_VALUE), new LinkRates(1, 1));
    assertThat(longest).isEqualTo(new TransferTime(yearMillis, yearMillis));
    assertThat(longest.deliveryMillis(1_000_000, 1, 1)).isEqualTo(yearMillis);
  }

  @Test
  void invalidValuesAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TransferTime(-1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new TransferTime(0, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> new DataVolume(-1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new DataVolume(0, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new LinkRates(0, 1));
  }
}
