package tender.simulator.event;

import java.util.PriorityQueue;

/**
 * Future events in one total order: by time, then by kind, then by the order in which they were
 * added. A run therefore depends on nothing but its input.
 */
public final class EventQueue {
  /** Orders the events of one instant. */
  public enum Kind {
    TASKS_ENDED(0),
    SUBMITTED(1),
    MESSAGE(2),
    TIMER(3);

    /** Larger than all sequence numbers, so one comparison orders by kind and sequence. */
    private final long rank;

    Kind(long order) {
      rank = order << 60;
    }
  }

  private record Entry(long instantMillis, long rank, Runnable action)
      implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      return instantMillis != other.instantMillis
          ? Long.compare(instantMillis, other.instantMillis)
          : Long.compare(rank, other.rank);
    }
  }

  private final PriorityQueue<Entry> entries = new PriorityQueue<>();
  private long sequence;
  private long nowMillis = Long.MIN_VALUE;

  public long nowMillis() {
    return nowMillis;
  }

  public void add(long instantMillis, Kind kind, Runnable action) {
    entries.add(new Entry(instantMillis, kind.rank + sequence++, action));
  }

  /** Runs the next event; false if there is none. */
  public boolean step() {
    Entry next = entries.poll();
    if (next == null) {
      return false;
    }
    nowMillis = next.instantMillis;
    next.action.run();
    return true;
  }

  /** How many events have been added so far. */
  public long scheduledCount() {
    return sequence;
  }
}
