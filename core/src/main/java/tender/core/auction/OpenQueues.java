package tender.core.auction;

import java.util.Arrays;
import java.util.List;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/**
 * The queues of a cycle with what is left of their slots, and the search for the best of them. A
 * binary tree over the queues knows for every node how soon, at best, so many processors stand free
 * below it, how fast the fastest is, and which queue asks the least: so that most of tens of
 * thousands of queues are never looked at.
 */
final class OpenQueues {
  static final int NONE = -1;

  private final List<QueueReport> reports;
  private final long nowMillis;
  private final ArrayProfile[] free;
  private final double[] ask;
  private final double[] load;
  private final Widths widths;
  private final int leaves;

  /**
   * By node and width: the earliest instant at which so many stand free, for no matter how long.
   */
  private final long[] fromMillis;

  /** By node. */
  private final int[] fastestPermille;

  /** By node: which queue asks the least, {@link #NONE} if there is none. */
  private final int[] cheapest;

  OpenQueues(Cycle cycle) {
    reports = cycle.queues();
    nowMillis = cycle.nowMillis();
    int size = reports.size();
    free = new ArrayProfile[size];
    ask = new double[size];
    load = new double[size];
    widths =
        Widths.upTo(reports.stream().mapToInt(one -> one.cluster().processors()).max().orElse(1));
    leaves = Math.max(1, Integer.highestOneBit(Math.max(1, size - 1)) << 1);
    fromMillis = new long[2 * leaves * widths.count()];
    Arrays.fill(fromMillis, Time.NEVER);
    fastestPermille = new int[2 * leaves];
    cheapest = new int[2 * leaves];
    Arrays.fill(cheapest, NONE);
    for (int queue = 0; queue < size; queue++) {
      free[queue] = reports.get(queue).free(nowMillis);
      fastestPermille[leaves + queue] = reports.get(queue).cluster().speedPermille();
      cheapest[leaves + queue] = queue;
      refresh(queue);
    }
    for (int node = leaves - 1; node > 0; node--) {
      fastestPermille[node] = Math.max(fastestPermille[2 * node], fastestPermille[2 * node + 1]);
      merge(node);
    }
  }

  int size() {
    return reports.size();
  }

  QueueReport report(int queue) {
    return reports.get(queue);
  }

  /** How long until the first processor stands free, {@link Time#NEVER} if none ever does. */
  long waitMillis(int queue) {
    long firstMillis = fromMillis[(leaves + queue) * widths.count()];
    return firstMillis == Time.NEVER ? Time.NEVER : firstMillis - nowMillis;
  }

  /** The share of its processors that do not stand free now. */
  double load(int queue) {
    return load[queue];
  }

  double ask(int queue) {
    return ask[queue];
  }

  void setAsk(int queue, double value) {
    ask[queue] = value;
    mergeAbove(queue);
  }

  /** When a job could start in a queue, {@link Time#NEVER} if not at all. */
  long startMillis(int queue, WaitingJob job) {
    QueueReport report = reports.get(queue);
    return job.processors() > report.cluster().processors()
        ? Time.NEVER
        : free[queue].earliestStart(
            job.processors(), report.cluster().durationMillis(job.estimateMillis()), nowMillis);
  }

  /** A job takes its part of the slots of a queue. */
  void take(int queue, WaitingJob job, long startMillis) {
    long runMillis = reports.get(queue).cluster().durationMillis(job.estimateMillis());
    free[queue].take(startMillis, startMillis + runMillis, job.processors());
    refresh(queue);
    mergeAbove(queue);
  }

  /**
   * The queue with the lowest ask below a bid in which the job ends by its deadline; of equal asks
   * the one with the least load, then the first. {@link #NONE} if there is none.
   */
  int cheapestInTime(WaitingJob job, double bid) {
    int width = widths.notAbove(job.processors());
    return job.processors() > widths.widest() ? NONE : cheapestInTime(1, job, bid, width, NONE);
  }

  private int cheapestInTime(int node, WaitingJob job, double bid, int width, int best) {
    int candidate = cheapest[node];
    if (candidate == NONE
        || ask[candidate] >= bid
        || (best != NONE && !isCheaper(candidate, best))
        || !mayEndInTime(node, job, width)) {
      return best;
    }
    if (node >= leaves) {
      int queue = node - leaves;
      long startMillis = startMillis(queue, job);
      return startMillis != Time.NEVER && job.endsInTime(reports.get(queue).cluster(), startMillis)
          ? queue
          : best;
    }
    int first = candidate == cheapest[2 * node] ? 2 * node : 2 * node + 1;
    int found = cheapestInTime(first, job, bid, width, best);
    return cheapestInTime(first ^ 1, job, bid, width, found);
  }

  private boolean mayEndInTime(int node, WaitingJob job, int width) {
    long startMillis = fromMillis[node * widths.count() + width];
    if (startMillis == Time.NEVER) {
      return false;
    }
    // As Cluster rounds a duration, but without an object for each node.
    long runMillis = Math.ceilDiv(job.estimateMillis() * 1_000, fastestPermille[node]);
    return startMillis <= job.deadlineMillis() - runMillis;
  }

  /**
   * The queue in which the job would start first, whatever its deadline; of equal ones the first.
   * {@link #NONE} if it fits nowhere.
   */
  int fastest(WaitingJob job) {
    return job.processors() > widths.widest() ? NONE : new Fastest(job).below(1);
  }

  /** The best so far of a search. */
  private final class Fastest {
    private final WaitingJob job;
    private final int width;
    private int best = NONE;
    private long bestMillis = Time.NEVER;

    Fastest(WaitingJob job) {
      this.job = job;
      width = widths.notAbove(job.processors());
    }

    int below(int node) {
      if (soonestMillis(node) >= bestMillis) {
        return best;
      }
      if (node >= leaves) {
        long startMillis = startMillis(node - leaves, job);
        if (startMillis < bestMillis) {
          bestMillis = startMillis;
          best = node - leaves;
        }
        return best;
      }
      below(2 * node);
      return below(2 * node + 1);
    }

    private long soonestMillis(int node) {
      return fromMillis[node * widths.count() + width];
    }
  }

  private boolean isCheaper(int queue, int than) {
    if (ask[queue] != ask[than]) {
      return ask[queue] < ask[than];
    }
    return load[queue] != load[than] ? load[queue] < load[than] : queue < than;
  }

  private void refresh(int queue) {
    ArrayProfile profile = free[queue];
    int processors = reports.get(queue).cluster().processors();
    load[queue] = (processors - profile.freeAt(nowMillis)) / (double) processors;
    int place = (leaves + queue) * widths.count();
    Arrays.fill(fromMillis, place, place + widths.count(), Time.NEVER);
    int width = 0;
    for (int step = 0; step < profile.steps() && width < widths.count(); step++) {
      while (width < widths.count() && widths.width(width) <= profile.stepFree(step)) {
        fromMillis[place + width] = profile.stepFromMillis(step);
        width++;
      }
    }
  }

  private void mergeAbove(int queue) {
    for (int node = (leaves + queue) >> 1; node > 0; node >>= 1) {
      merge(node);
    }
  }

  private void merge(int node) {
    int left = 2 * node * widths.count();
    int right = left + widths.count();
    for (int width = 0; width < widths.count(); width++) {
      fromMillis[node * widths.count() + width] =
          Math.min(fromMillis[left + width], fromMillis[right + width]);
    }
    int one = cheapest[2 * node];
    int other = cheapest[2 * node + 1];
    cheapest[node] = other == NONE || (one != NONE && isCheaper(one, other)) ? one : other;
  }
}
