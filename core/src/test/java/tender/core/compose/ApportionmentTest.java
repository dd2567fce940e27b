package tender.core.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ApportionmentTest {

  @Test
  void largestRemaindersRoundUpAndFirstWinsTie() {
    assertThat(Apportionment.share(10, new double[] {1, 1, 1}, new int[] {9, 9, 9}))
        .containsExactly(4, 3, 3);
    assertThat(Apportionment.share(7, new double[] {5, 3, 2}, new int[] {9, 9, 9}))
        .containsExactly(4, 2, 1);
  }

  @Test
  void zeroWeightsAreEqual() {
    assertThat(Apportionment.share(4, new double[] {0, 0}, new int[] {9, 9})).containsExactly(2, 2);
    assertThat(Apportionment.share(6, new double[] {1, 0, 0}, new int[] {2, 9, 9}))
        .containsExactly(2, 2, 2);
  }

  @Test
  void capsBelowTotalAreRejected() {
    assertThatThrownBy(() -> Apportionment.share(5, new double[] {1, 1}, new int[] {2, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 tasks");
  }

  @Test
  void sharesAddUpWithinCapsInOrderOfWeights() {
    for (long seed = 0; seed < 10_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int count = random.nextInt(1, 10);
      double[] weights = random.doubles(count, 0, 5).map(Math::floor).toArray();
      int[] caps = random.ints(count, 1, 50).toArray();
      int total = random.nextInt(0, Arrays.stream(caps).sum() + 1);
      int[] shares = Apportionment.share(total, weights, caps);

      assertThat(Arrays.stream(shares).sum()).as("seed " + seed).isEqualTo(total);
      for (int i = 0; i < count; i++) {
        assertThat(shares[i]).as("seed " + seed).isBetween(0, caps[i]);
        for (int j = 0; j < count; j++) {
          if (weights[i] > weights[j] && shares[i] < caps[i]) {
            assertThat(shares[i]).as("seed " + seed).isGreaterThanOrEqualTo(shares[j] - 1);
          }
        }
      }
    }
  }
}
