package tender.agent.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.codec.StoredJson;
import tender.core.estimate.BandwidthEstimate;
import tender.core.estimate.DataVolume;
import tender.core.estimate.LinkRates;
import tender.core.estimate.TransferTime;

class LinkBandwidthTest {
  private static final LinkRates INITIAL = new LinkRates(4_000_000, 1_000_000);
  private static final DataVolume VOLUME = new DataVolume(8_000_000, 500_000);
  private static final int MEBIBYTE = 1 << 20;

  @TempDir Path folder;

  private LinkBandwidth bandwidth(boolean includesTransfers) {
    return new LinkBandwidth(new LinkBandwidth.Settings(INITIAL, includesTransfers), folder);
  }

  @Test
  void initialRatesCountUntilTransfersAreMeasured() {
    assertThat(bandwidth(true).transferTime(VOLUME)).isEqualTo(new TransferTime(2_000, 500));
    assertThat(bandwidth(true).describe())
        .isEqualTo(
            "plan the time for inputs at 4.0 MB/s (until it is measured), and for results at 1.0 MB/s (until it is measured)");
  }

  @Test
  void noTimeIsPlannedIfItIsSwitchedOff() {
    assertThat(bandwidth(false).transferTime(VOLUME)).isEqualTo(TransferTime.NONE);
    assertThat(bandwidth(false).describe()).isEqualTo("plan no time for inputs and results");
  }

  @Test
  void transfersAreMeasuredInEachDirection() throws Exception {
    LinkBandwidth bandwidth = bandwidth(true);
    Path file = folder.resolve("content");
    bandwidth.fetch(file, () -> write(file));
    assertThat(measured().fetch().samples()).hasSize(1);
    assertThat(measured().send()).isEqualTo(BandwidthEstimate.NONE);
    bandwidth.send(file, () -> {});
    assertThat(measured().send().samples()).hasSize(1);
  }

  @Test
  void measuredRatesSurviveARestart() throws Exception {
    BandwidthEstimate fetch = BandwidthEstimate.NONE;
    for (int i = 0; i < 3; i++) {
      fetch = fetch.withTransfer(2 * MEBIBYTE, 1_000);
    }
    Files.writeString(
        folder.resolve("link.json"),
        StoredJson.write(
            LinkBandwidth.Measured.class,
            new LinkBandwidth.Measured(fetch, BandwidthEstimate.NONE)));
    assertThat(bandwidth(true).transferTime(new DataVolume(4 * MEBIBYTE, 0)))
        .isEqualTo(new TransferTime(2_000, 0));
    assertThat(bandwidth(true).describe()).contains("2.1 MB/s (measured)");
  }

  @Test
  void unreadableFileIsIgnored() throws Exception {
    Files.writeString(folder.resolve("link.json"), "{");
    assertThat(bandwidth(true).transferTime(VOLUME)).isEqualTo(new TransferTime(2_000, 500));
  }

  @Test
  void failedTransferIsNotMeasured() {
    LinkBandwidth bandwidth = bandwidth(true);
    Path file = folder.resolve("content");
    write(file);
    assertThatThrownBy(
            () ->
                bandwidth.send(
                    file,
                    () -> {
                      throw new IllegalStateException("No connection.");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(folder.resolve("link.json")).doesNotExist();
  }

  private static void write(Path file) {
    try {
      Files.write(file, new byte[MEBIBYTE]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LinkBandwidth.Measured measured() throws IOException {
    return StoredJson.read(
        LinkBandwidth.Measured.class, Files.readString(folder.resolve("link.json")));
  }
}
