package tender.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class BandwidthEstimateTest {
  private static final long INITIAL = 10_000_000;
  private static final long MEGABYTES = 1_000_000;

  @Test
  void nothingMeasuredGivesTheInitialRate() {
    assertThat(BandwidthEstimate.NONE.bytesPerSecond(INITIAL)).isEqualTo(INITIAL);
    assertThat(BandwidthEstimate.NONE.isMeasured()).isFalse();
  }

  @Test
  void fewSamplesOnlyReduceTheInitialRate() {
    assertThat(after(50, 80).bytesPerSecond(INITIAL)).isEqualTo(INITIAL);
    assertThat(after(50, 3).bytesPerSecond(INITIAL)).isEqualTo(3 * MEGABYTES);
    assertThat(after(50, 3).isMeasured()).isFalse();
  }

  @Test
  void oneSlowTransferAmongThreeChangesNothing() {
    assertThat(after(50, 1, 50).bytesPerSecond(INITIAL)).isEqualTo(50 * MEGABYTES);
    assertThat(after(50, 1, 40, 45).bytesPerSecond(INITIAL)).isEqualTo(40 * MEGABYTES);
  }

  @Test
  void estimateIsTheSampleAtAThirdFromTheSlowest() {
    assertThat(after(9, 8, 7, 6, 5, 4, 3, 2, 1).bytesPerSecond(INITIAL)).isEqualTo(4 * MEGABYTES);
  }

  @Test
  void onlyTheLatestSamplesCount() {
    assertThat(after(1, 1, 1, 1, 1, 7, 7, 7, 7, 7, 7, 7, 7, 7).samples())
        .hasSize(9)
        .containsOnly(7 * MEGABYTES);
  }

  @Test
  void smallTransfersAreOneSampleTogether() {
    BandwidthEstimate open = BandwidthEstimate.NONE.withTransfer(1 << 19, 300);
    assertThat(open.samples()).isEmpty();
    BandwidthEstimate closed = open.withTransfer(1 << 19, 700);
    assertThat(closed.samples()).containsExactly(BandwidthEstimate.SAMPLE_BYTES);
    assertThat(closed.openBytes()).isZero();
  }

  @Test
  void rateIsBounded() {
    assertThat(BandwidthEstimate.NONE.withTransfer(Long.MAX_VALUE / 2, 0).samples())
        .containsExactly(BandwidthEstimate.MAX_BYTES_PER_SECOND);
    assertThat(BandwidthEstimate.NONE.withTransfer(1 << 20, Long.MAX_VALUE / 2).samples())
        .containsExactly(1L);
  }

  @Test
  void invalidValuesAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BandwidthEstimate.NONE.withTransfer(-1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BandwidthEstimate.NONE.withTransfer(1, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new BandwidthEstimate(List.of(0L), 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BandwidthEstimate(List.of(), BandwidthEstimate.SAMPLE_BYTES, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> BandwidthEstimate.NONE.bytesPerSecond(0));
  }

  private static BandwidthEstimate after(long... megabytesPerSecond) {
    BandwidthEstimate estimate = BandwidthEstimate.NONE;
    for (long rate : megabytesPerSecond) {
      estimate = estimate.withTransfer(2 * rate * MEGABYTES, 2_000);
    }
    return estimate;
  }
}
