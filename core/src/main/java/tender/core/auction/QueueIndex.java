package tender.core.auction;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import tender.core.model.Cluster;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/**
 * The queues of a cycle with the remaining slots, and the search for the best one. A binary tree
 * over the queues, in the order of their asks, stores for every node how soon a job could start
 * below it at best and which queue asks the least, so that most of tens of thousands of queues are
 * never visited.
 */
public final class QueueIndex {
  public static final int NONE = -1;

  /** The tree is sorted again after this many matches, and after an eighth of the queues. */
  private static final int MATCHES_BETWEEN_SORTS = 100;

  private final List<QueueReport> reports;
  private final long nowMillis;
  private final ArrayProfile[] free;
  private final double[] ask;
  private final double[] load;
  private final JobShapes shapes;
  private final StartBounds bounds;

  /** The leaves are the nodes from here on; the root is node 1. */
  private final int leaves;

  /** By queue: its leaf, counted from the first leaf. */
  private final int[] leafOf;

  /** The highest speed of all queues. */
  private int fastestPermille;

  private int matchesSinceSort;

  /** By node: the queue with the lowest ask, {@link #NONE} if there is none. */
  private final int[] cheapest;

  /** By node: the ask of that queue, stored here so that a search needs no other lookup. */
  private final double[] cheapestAsk;

  /** By node: the first of the queues below. */
  private final int[] first;

  QueueIndex(Cycle cycle) {
    reports = cycle.queues();
    nowMillis = cycle.nowMillis();
    int size = reports.size();
    free = new ArrayProfile[size];
    ask = new double[size];
    load = new double[size];
    for (int queue = 0; queue < size; queue++) {
      free[queue] = reports.get(queue).free(nowMillis);
      refreshLoad(queue);
    }
    leaves = Math.max(1, Integer.highestOneBit(Math.max(1, size - 1)) << 1);
    int widest = reports.stream().mapToInt(one -> one.cluster().processors()).max().orElse(0);
    shapes = new JobShapes(widest, cycle.jobs());
    bounds = new StartBounds(leaves, shapes.count());
    leafOf = new int[size];
    cheapest = new int[2 * leaves];
    cheapestAsk = new double[2 * leaves];
    first = new int[2 * leaves];
  }

  /** Sets the asks when the cycle begins; must be called before any search. */
  void begin(IntToDoubleFunction askOfQueue) {
    for (int queue = 0; queue < reports.size(); queue++) {
      ask[queue] = askOfQueue.applyAsDouble(queue);
    }
    sortByAsk();
  }

  /** Neighbours in the tree should have similar asks, or a search must visit too many subtrees. */
  private void sortByAsk() {
    matchesSinceSort = 0;
    Integer[] order = new Integer[reports.size()];
    Arrays.setAll(order, queue -> queue);
    Arrays.sort(order, (one, other) -> isCheaper(one, other) ? -1 : isCheaper(other, one) ? 1 : 0);
    Arrays.fill(cheapest, NONE);
    Arrays.fill(cheapestAsk, Double.POSITIVE_INFINITY);
    Arrays.fill(first, Integer.MAX_VALUE);
    for (int leaf = 0; leaf < order.length; leaf++) {
      int queue = order[leaf];
      leafOf[queue] = leaf;
      cheapest[leaves + leaf] = queue;
      first[leaves + leaf] = queue;
      fastestPermille = Math.max(fastestPermille, reports.get(queue).cluster().speedPermille());
      cheapestAsk[leaves + leaf] = ask[queue];
      forEachFirstFree(
          queue, (shape, afterMillis) -> bounds.begin(leafOf[queue], shape, afterMillis));
    }
    bounds.join();
    for (int node = leaves - 1; node > 0; node--) {
      first[node] = Math.min(first[2 * node], first[2 * node + 1]);
      chooseCheapest(node);
    }
  }

  int size() {
    return reports.size();
  }

  QueueReport report(int queue) {
    return reports.get(queue);
  }

  /** How many seconds until the first processor is free, infinity if none ever is. */
  public double waitSeconds(int queue) {
    ArrayProfile profile = free[queue];
    for (int step = 0; step < profile.steps(); step++) {
      if (profile.stepFree(step) > 0) {
        return (profile.stepFromMillis(step) - nowMillis) / (double) Time.SECOND_MILLIS;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** The share of its processors that are not free now. */
  double load(int queue) {
    return load[queue];
  }

  /** How many of its processors are free now. */
  public int freeNow(int queue) {
    return free[queue].freeAt(nowMillis);
  }

  double ask(int queue) {
    return ask[queue];
  }

  /** Slots that tasks of a job have taken. */
  record Taken(int queue, int tasks, long startMillis) {}

  /**
   * Tasks of a job take the first slots that a queue has for one of them, as many tasks as fit
   * beside each other. The queue's ask is then computed again.
   *
   * @param tasks at most so many
   */
  Taken take(int queue, WaitingJob job, int tasks, IntToDoubleFunction askOfQueue) {
    long startMillis = startMillis(queue, job);
    long endMillis = startMillis + runMillis(queue, job);
    int together =
        tasks == 1
            ? 1
            : Math.min(tasks, free[queue].minFree(startMillis, endMillis) / job.processors());
    free[queue].take(startMillis, endMillis, together * job.processors());
    refreshLoad(queue);
    forEachFirstFree(
        queue, (shape, afterMillis) -> bounds.raise(leafOf[queue], shape, afterMillis));
    refreshAsk(queue, askOfQueue);
    if (++matchesSinceSort > MATCHES_BETWEEN_SORTS + reports.size() / 8) {
      sortByAsk();
    }
    return new Taken(queue, together, startMillis);
  }

  /** Frees the slots of a job that cannot be matched completely. */
  void giveBack(WaitingJob job, List<Taken> taken, IntToDoubleFunction askOfQueue) {
    for (Taken place : taken) {
      int queue = place.queue();
      free[queue].release(
          place.startMillis(),
          place.startMillis() + runMillis(queue, job),
          place.tasks() * job.processors());
      refreshLoad(queue);
      forEachFirstFree(
          queue, (shape, afterMillis) -> bounds.begin(leafOf[queue], shape, afterMillis));
      bounds.joinAbove(leafOf[queue]);
      refreshAsk(queue, askOfQueue);
    }
  }

  private void refreshAsk(int queue, IntToDoubleFunction askOfQueue) {
    ask[queue] = askOfQueue.applyAsDouble(queue);
    cheapestAsk[leaves + leafOf[queue]] = ask[queue];
    for (int node = (leaves + leafOf[queue]) >> 1; node > 0; node >>= 1) {
      chooseCheapest(node);
    }
  }

  private long runMillis(int queue, WaitingJob job) {
    return reports.get(queue).cluster().durationMillis(job.estimateMillis());
  }

  /** When a job could start in a queue, {@link Time#NEVER} if never. */
  long startMillis(int queue, WaitingJob job) {
    return startMillis(queue, job.processors(), job.estimateMillis());
  }

  private long startMillis(int queue, int processors, long estimateMillis) {
    Cluster cluster = reports.get(queue).cluster();
    return processors > cluster.processors()
        ? Time.NEVER
        : free[queue].earliestStart(processors, cluster.durationMillis(estimateMillis), nowMillis);
  }

  /**
   * The queue with the lowest ask below a bid in which the job ends by its deadline; of equal asks
   * the one with the least load, then the first. {@link #NONE} if there is none.
   *
   * @param latestMillis the latest start
   */
  public int cheapestInTime(WaitingJob job, double bid, long latestMillis) {
    return shapes.isTooWide(job) ? NONE : new Cheapest(job, bid, latestMillis).below(1);
  }

  /** Search for the cheapest queue. */
  private final class Cheapest {
    private final WaitingJob job;
    private final int shape;
    private final long latestMillis;

    /** No start after this can meet the deadline, however fast the queue. */
    private final long latestAnywhereMillis;

    private int best = NONE;
    private double bestAsk;

    Cheapest(WaitingJob job, double bid, long latestMillis) {
      this.job = job;
      this.latestMillis = latestMillis;
      latestAnywhereMillis = latestStartMillis(fastestPermille);
      bestAsk = bid;
      shape = shapes.of(job);
    }

    int below(int node) {
      if (!mayBeCheaper(node) || earliestMillis(node, shape) > latestAnywhereMillis) {
        return best;
      }
      if (node >= leaves) {
        visit(cheapest[node]);
        return best;
      }
      int next = cheapest[node] == cheapest[2 * node] ? 2 * node : 2 * node + 1;
      below(next);
      return below(next ^ 1);
    }

    private boolean mayBeCheaper(int node) {
      double lowestAsk = cheapestAsk[node];
      return lowestAsk < bestAsk
          || (lowestAsk == bestAsk && best != NONE && isCheaper(cheapest[node], best));
    }

    private void visit(int queue) {
      int speedPermille = reports.get(queue).cluster().speedPermille();
      if (startMillis(queue, job) <= latestStartMillis(speedPermille)) {
        best = queue;
        bestAsk = ask[queue];
      } else {
        raiseBound(queue, shape);
      }
    }

    /** The latest start with which processors of this speed still end in time. */
    private long latestStartMillis(int speedPermille) {
      // Rounded like the durations of a cluster.
      long runMillis =
          Math.ceilDiv(job.estimateMillis() * Cluster.REFERENCE_SPEED_PERMILLE, speedPermille);
      return Math.min(latestMillis, job.deadlineMillis() - runMillis);
    }
  }

  /**
   * The queue in which the job would start first, regardless of its deadline; of equal ones the
   * first. {@link #NONE} if it fits nowhere.
   */
  public int fastest(WaitingJob job) {
    return shapes.isTooWide(job) ? NONE : new Fastest(job).below(1);
  }

  /** Search for the queue with the earliest start. */
  private final class Fastest {
    private final WaitingJob job;
    private final int shape;
    private int best = NONE;
    private long bestMillis = Time.NEVER;

    Fastest(WaitingJob job) {
      this.job = job;
      shape = shapes.of(job);
    }

    int below(int node) {
      long boundMillis = earliestMillis(node, shape);
      if (boundMillis == Time.NEVER
          || boundMillis > bestMillis
          || (boundMillis == bestMillis && first[node] > best)) {
        return best;
      }
      if (node >= leaves) {
        long startMillis = startMillis(first[node], job);
        if (startMillis < bestMillis || (startMillis == bestMillis && first[node] < best)) {
          bestMillis = startMillis;
          best = first[node];
        }
        if (startMillis - boundMillis >= Time.SECOND_MILLIS) {
          raiseBound(first[node], shape);
        }
        return best;
      }
      boolean isRightSooner = earliestMillis(2 * node + 1, shape) < earliestMillis(2 * node, shape);
      int next = isRightSooner ? 2 * node + 1 : 2 * node;
      below(next);
      return below(next ^ 1);
    }
  }

  /** A lower bound for the earliest start below a node. */
  private long earliestMillis(int node, int shape) {
    return Time.after(nowMillis, bounds.afterMillis(node, shape));
  }

  /** Records a failed search for this shape in a queue, so that later searches skip it. */
  private void raiseBound(int queue, int shape) {
    long startMillis = startMillis(queue, shapes.width(shape), shapes.estimateMillis(shape));
    bounds.raise(
        leafOf[queue], shape, startMillis == Time.NEVER ? Time.NEVER : startMillis - nowMillis);
  }

  private boolean isCheaper(int queue, int other) {
    if (ask[queue] != ask[other]) {
      return ask[queue] < ask[other];
    }
    return load[queue] != load[other] ? load[queue] < load[other] : queue < other;
  }

  private void refreshLoad(int queue) {
    int processors = reports.get(queue).cluster().processors();
    load[queue] = (processors - freeNow(queue)) / (double) processors;
  }

  private interface FirstFree {
    void at(int shape, long afterMillis);
  }

  /** When as many processors as each shape needs are free, for any length of time. */
  private void forEachFirstFree(int queue, FirstFree consumer) {
    ArrayProfile profile = free[queue];
    int shape = 0;
    for (int step = 0; step < profile.steps() && shape < shapes.count(); step++) {
      while (shape < shapes.count() && shapes.width(shape) <= profile.stepFree(step)) {
        consumer.at(shape++, profile.stepFromMillis(step) - nowMillis);
      }
    }
    while (shape < shapes.count()) {
      consumer.at(shape++, Time.NEVER);
    }
  }

  private void chooseCheapest(int node) {
    int one = cheapest[2 * node];
    int other = cheapest[2 * node + 1];
    boolean isLeft = other == NONE || (one != NONE && isCheaper(one, other));
    cheapest[node] = isLeft ? one : other;
    cheapestAsk[node] = cheapestAsk[isLeft ? 2 * node : 2 * node + 1];
  }
}
