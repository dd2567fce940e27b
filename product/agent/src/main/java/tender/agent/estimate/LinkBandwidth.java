package tender.agent.estimate;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import tender.codec.StoredJson;
import tender.core.estimate.BandwidthEstimate;
import tender.core.estimate.DataVolume;
import tender.core.estimate.LinkRates;
import tender.core.estimate.TransferTime;
import tender.support.files.AtomicFile;

/**
 * The bandwidth between this site and the market's files: measured by the transfers of inputs and
 * results themselves, and until there were enough of them as the owner has set it.
 */
public final class LinkBandwidth {
  private static final Logger LOG = System.getLogger(LinkBandwidth.class.getName());
  private static final double MEGABYTE = 1_000_000;

  private final Settings settings;
  private final Path file;
  private Measured measured;

  /**
   * How the time for data is planned.
   *
   * @param initial the rates until they are measured
   * @param includesTransfers whether offers include the time for data
   */
  public record Settings(LinkRates initial, boolean includesTransfers) {}

  /** What transfers have shown, in each direction. */
  record Measured(BandwidthEstimate fetch, BandwidthEstimate send) {
    private static final Measured NOTHING =
        new Measured(BandwidthEstimate.NONE, BandwidthEstimate.NONE);

    LinkRates rates(LinkRates initial) {
      return new LinkRates(
          fetch.bytesPerSecond(initial.fetchBytesPerSecond()),
          send.bytesPerSecond(initial.sendBytesPerSecond()));
    }
  }

  /**
   * Continues with what an earlier run of the agent has measured.
   *
   * @param state the agent's folder on a local disk
   */
  public LinkBandwidth(Settings settings, Path state) {
    this.settings = settings;
    file = state.resolve("link.json");
    measured = stored(file);
  }

  private static Measured stored(Path file) {
    if (!Files.exists(file)) {
      return Measured.NOTHING;
    }
    try {
      return StoredJson.read(Measured.class, Files.readString(file));
    } catch (IOException | RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "Cannot read the measured bandwidth; starting without it: file={0}, cause={1}",
          file,
          e);
      return Measured.NOTHING;
    }
  }

  /**
   * Fetches a file, and measures how fast.
   *
   * @param fetch writes the file
   */
  public void fetch(Path to, Runnable fetch) {
    long fromNanos = System.nanoTime();
    fetch.run();
    long millis = millisSince(fromNanos);
    long bytes = size(to);
    store(current -> new Measured(current.fetch.withTransfer(bytes, millis), current.send));
  }

  /**
   * Sends a file, and measures how fast.
   *
   * @param send reads the file
   */
  public void send(Path from, Runnable send) {
    long bytes = size(from);
    long fromNanos = System.nanoTime();
    send.run();
    long millis = millisSince(fromNanos);
    store(current -> new Measured(current.fetch, current.send.withTransfer(bytes, millis)));
  }

  private static long millisSince(long fromNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - fromNanos);
  }

  /** A file that is gone measures nothing. */
  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  private synchronized void store(UnaryOperator<Measured> change) {
    Measured before = measured;
    measured = change.apply(before);
    boolean hasNewSample =
        !measured.fetch.samples().equals(before.fetch.samples())
            || !measured.send.samples().equals(before.send.samples());
    if (hasNewSample) {
      try {
        AtomicFile.replace(file, StoredJson.write(Measured.class, measured));
      } catch (RuntimeException e) {
        // The transfer itself has succeeded.
        LOG.log(Level.WARNING, "Cannot store the bandwidth: file={0}, cause={1}", file, e);
      }
    }
  }

  /** How long the data of a bag takes; no time if the owner has switched that off. */
  public synchronized TransferTime transferTime(DataVolume volume) {
    return settings.includesTransfers()
        ? TransferTime.of(volume, measured.rates(settings.initial()))
        : TransferTime.NONE;
  }

  /** For the owner, as a sentence without its subject. */
  public synchronized String describe() {
    if (!settings.includesTransfers()) {
      return "plan no time for inputs and results";
    }
    LinkRates rates = measured.rates(settings.initial());
    return "plan the time for inputs at %s, and for results at %s"
        .formatted(
            text(rates.fetchBytesPerSecond(), measured.fetch),
            text(rates.sendBytesPerSecond(), measured.send));
  }

  private static String text(long bytesPerSecond, BandwidthEstimate estimate) {
    return "%.1f MB/s (%s)"
        .formatted(
            bytesPerSecond / MEGABYTE, estimate.isMeasured() ? "measured" : "until it is measured");
  }
}
