package tender.core.estimate;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Time;

/**
 * The bandwidth of a link in one direction, from recent transfers over it.
 *
 * <p>A sample is the rate of consecutive transfers of together at least {@link #SAMPLE_BYTES},
 * because the latency of a request, not the bandwidth, determines how long a small file takes. Of
 * the last nine samples, the estimate is the one at a third from the slowest: a promise needs a
 * rate that most transfers reach, and one slow transfer among three changes nothing. Fewer samples
 * can only reduce the initial rate.
 *
 * @param samples bytes per second, latest last
 * @param openBytes transferred since the last sample
 * @param openMillis for how long
 */
public record BandwidthEstimate(List<Long> samples, long openBytes, long openMillis) {
  /** Less is not a sample. */
  public static final long SAMPLE_BYTES = 1 << 20;

  /** A terabyte per second: more than any link. */
  public static final long MAX_BYTES_PER_SECOND = 1_000_000_000_000L;

  private static final int MIN_SAMPLES = 3;
  private static final int MAX_SAMPLES = 9;
  private static final int RANK_DIVISOR = 3;

  /** Nothing is known. */
  public static final BandwidthEstimate NONE = new BandwidthEstimate(List.of(), 0, 0);

  public BandwidthEstimate {
    samples.forEach(BandwidthEstimate::requireRate);
    samples =
        List.copyOf(samples.subList(Math.max(0, samples.size() - MAX_SAMPLES), samples.size()));
    if (openBytes < 0 || openBytes >= SAMPLE_BYTES || openMillis < 0) {
      throw new IllegalArgumentException(
          "The last transfers had "
              + openBytes
              + " bytes in "
              + openMillis
              + " ms, which is not less than a sample.");
    }
  }

  /** With one more transfer that was completed. */
  public BandwidthEstimate withTransfer(long bytes, long durationMillis) {
    if (bytes < 0 || durationMillis < 0) {
      throw new IllegalArgumentException(
          "A transfer had "
              + bytes
              + " bytes in "
              + durationMillis
              + " ms; both must be at least 0.");
    }
    long allBytes = openBytes + bytes;
    long allMillis = Math.min(Time.LIMIT_MILLIS, openMillis + durationMillis);
    if (allBytes < SAMPLE_BYTES) {
      return new BandwidthEstimate(samples, allBytes, allMillis);
    }
    double perSecond = (double) allBytes * Time.SECOND_MILLIS / Math.max(1, allMillis);
    List<Long> more = new ArrayList<>(samples);
    more.add(Math.clamp((long) perSecond, 1, MAX_BYTES_PER_SECOND));
    return new BandwidthEstimate(more, 0, 0);
  }

  /**
   * The rate to plan with.
   *
   * @param initial assumed until enough has been measured
   */
  public long bytesPerSecond(long initial) {
    requireRate(initial);
    List<Long> ascending = samples.stream().sorted().toList();
    if (ascending.isEmpty()) {
      return initial;
    }
    return ascending.size() < MIN_SAMPLES
        ? Math.min(initial, ascending.getFirst())
        : ascending.get(ascending.size() / RANK_DIVISOR);
  }

  /** Whether enough has been measured to replace the initial rate. */
  public boolean isMeasured() {
    return samples.size() >= MIN_SAMPLES;
  }

  private static void requireRate(long bytesPerSecond) {
    if (bytesPerSecond < 1 || bytesPerSecond > MAX_BYTES_PER_SECOND) {
      throw new IllegalArgumentException(
          "A rate is "
              + bytesPerSecond
              + " bytes per second, and must be from 1 to "
              + MAX_BYTES_PER_SECOND
              + ".");
    }
  }
}
