package tender.agent.owner;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Time;

/** Use of the processors since this process started. Older samples are kept at a lower density. */
public final class UsageHistory {
  private static final long MIN_INTERVAL_MILLIS = 2 * Time.SECOND_MILLIS;
  private static final int MAX_SAMPLES = 2_000;

  /** Long enough to smooth single jobs, and short enough to follow the hours of the day. */
  private static final long RECENT_MILLIS = 30 * Time.MINUTE_MILLIS;

  private final List<ClusterView.UsageSample> samples = new ArrayList<>();

  void add(ClusterView.UsageSample sample) {
    if (!samples.isEmpty()
        && Math.abs(sample.atMillis() - samples.getLast().atMillis()) < MIN_INTERVAL_MILLIS) {
      return;
    }
    samples.add(sample);
    if (samples.size() > MAX_SAMPLES) {
      thinOut();
    }
  }

  /** Drops every second sample of the older half. */
  private void thinOut() {
    List<ClusterView.UsageSample> thinned = new ArrayList<>(MAX_SAMPLES);
    for (int i = 0; i < samples.size(); i++) {
      if (i >= samples.size() / 2 || i % 2 == 0) {
        thinned.add(samples.get(i));
      }
    }
    samples.clear();
    samples.addAll(thinned);
  }

  /**
   * The mean share of the processors that local jobs have used lately.
   *
   * @param processors of the cluster
   */
  public double localShare(int processors, long nowMillis) {
    return samples.stream()
        .filter(sample -> nowMillis - sample.atMillis() <= RECENT_MILLIS)
        .mapToDouble(sample -> (double) sample.localProcessors() / Math.max(1, processors))
        .average()
        .orElse(0);
  }

  public List<ClusterView.UsageSample> samples() {
    return List.copyOf(samples);
  }
}
