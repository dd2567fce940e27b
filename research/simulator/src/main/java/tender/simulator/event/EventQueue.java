package tender.simulator.event;

import java.util.PriorityQueue;

/**
 * What is going to happen, in one total order: by time, then by kind, then in the order in which it
 * was foreseen. So a run depends on nothing but its input.
 */
public final class EventQueue {
  /** What happens first of things that happen at the same instant. */
  public enum Kind {
    TASKS_ENDED(0),
    SUBMITTED(1),
    MESSAGE(2),
    TIMER(3);

    /** Above all sequence numbers, so that one comparison settles kind and sequence. */
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

  public void add(long instantMillis, Kind kind, Runnable happening) {
    entries.add(new Entry(instantMillis, kind.rank + sequence++, happening));
  }

  /** Lets the next thing happen; false if there is none. */
  public boolean step() {
    Entry next = entries.poll();
    if (next == null) {
      return false;
    }
    nowMillis = next.instantMillis;
    next.action.run();
    return true;
  }

  /** How many things have been foreseen. */
  public long scheduledCount() {
    return sequence;
  }
}
