package tender.core.auction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tender.core.model.Cluster;

/**
 * Separates jobs that may still end in time from those that cannot, even if the fastest queue that
 * is wide enough were idle. If no queue is wide enough now, only the time decides, with the fastest
 * queue of all, because another provider may join.
 */
final class FeasibilityFilter {
  /** The widest first; each with the highest speed of those at least as wide. */
  private final List<Cluster> fastestByWidth = new ArrayList<>();

  FeasibilityFilter(List<QueueReport> queues) {
    Comparator<Cluster> widestFirst = Comparator.comparingInt(Cluster::processors).reversed();
    int fastest = 0;
    for (Cluster cluster : queues.stream().map(QueueReport::cluster).sorted(widestFirst).toList()) {
      fastest = Math.max(fastest, cluster.speedPermille());
      fastestByWidth.add(new Cluster(cluster.processors(), fastest));
    }
  }

  boolean isFeasible(WaitingJob job, long nowMillis) {
    if (nowMillis >= job.deadlineMillis()) {
      return false;
    }
    int wideEnough = wideEnough(job.processors());
    int last = fastestByWidth.size() - 1;
    return last < 0
        || job.endsInTime(fastestByWidth.get(wideEnough < 0 ? last : wideEnough), nowMillis);
  }

  /** The last index that is wide enough, −1 if none is. */
  private int wideEnough(int processors) {
    int low = -1;
    int high = fastestByWidth.size();
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (fastestByWidth.get(middle).processors() >= processors) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
