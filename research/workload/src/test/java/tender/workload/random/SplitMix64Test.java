package tender.workload.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SplitMix64Test {
  @Test
  void matchesPublishedNumbers() {
    var random = new SplitMix64(1_234_567);

    assertThat(random.nextLong()).isEqualTo(6_457_827_717_110_365_317L);
    assertThat(random.nextLong()).isEqualTo(3_203_168_211_198_807_973L);
    assertThat(Long.toUnsignedString(random.nextLong())).isEqualTo("9817491932198370423");
  }

  @Test
  void matchesSplittableRandom() {
    for (long seed = -50; seed < 50; seed++) {
      var random = new SplitMix64(seed);
      var other = new SplittableRandom(seed);
      for (int index = 0; index < 100; index++) {
        long drawn = random.nextLong();
        assertThat(drawn).isEqualTo(other.nextLong());
        assertThat(SplitMix64.at(seed, index)).isEqualTo(drawn);
      }
    }
  }

  @Test
  void doublesAreFromZeroToBelowOne() {
    var random = new SplitMix64(7);
    double sum = 0;
    for (int i = 0; i < 100_000; i++) {
      double drawn = random.nextDouble();
      assertThat(drawn >= 0 && drawn < 1).isTrue();
      sum += drawn;
    }
    assertThat(sum / 100_000).isBetween(0.495, 0.505);
  }
}
