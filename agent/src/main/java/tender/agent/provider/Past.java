package tender.agent.provider;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Time;

/**
 * Who had the processors, for as long as this process lives: the longer ago, the fewer samples are
 * kept.
 */
final class Past {
  private static final long LEAST_PAUSE_MILLIS = 2 * Time.SECOND_MILLIS;
  private static final int MOST_SAMPLES = 2_000;

  private final List<ClusterView.Sample> samples = new ArrayList<>();

  void add(ClusterView.Sample sample) {
    if (!samples.isEmpty()
        && Math.abs(sample.atMillis() - samples.getLast().atMillis()) < LEAST_PAUSE_MILLIS) {
      return;
    }
    samples.add(sample);
    if (samples.size() > MOST_SAMPLES) {
      thinOut();
    }
  }

  /** Every second one of the older half goes. */
  private void thinOut() {
    List<ClusterView.Sample> kept = new ArrayList<>(MOST_SAMPLES);
    for (int i = 0; i < samples.size(); i++) {
      if (i >= samples.size() / 2 || i % 2 == 0) {
        kept.add(samples.get(i));
      }
    }
    samples.clear();
    samples.addAll(kept);
  }

  List<ClusterView.Sample> samples() {
    return List.copyOf(samples);
  }
}
