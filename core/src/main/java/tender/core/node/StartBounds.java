package tender.core.node;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tender.core.model.Time;

/**
 * The results of earlier searches for requests of about one size: on each node, nothing that
 * requests at least these amounts for at least some duration can start before an instant. This
 * stays true while tasks are only added. A released place lowers the bounds of its node; these
 * changes are applied from the {@link ReleaseLog} when the bounds are used again.
 *
 * <p>Durations are grouped in classes. A bound for a class holds for all longer ones, so that the
 * bounds of a node never fall from a class to the next.
 */
final class StartBounds {
  /** The smallest request of the group: for each kind of node the two packed amounts. */
  final long[] computing;

  final long[] extra;

  private final @Nullable Row[] rows = new @Nullable Row[SizeClasses.COUNT];
  private final int nodes;

  /** The classes that have a row are in this range. */
  private int firstClass = SizeClasses.COUNT;

  private int endClass;
  private long logPosition;

  /** The bounds of one class of durations. */
  static final class Row {
    final int durationClass;

    /** The shortest duration of the class. */
    final long durationMillis;

    /** For each node. */
    final long[] notBeforeMillis;

    /** The pass of a scheduler that {@link #lowestMillis} belongs to. */
    long pass;

    /** How many released places of the pass are considered. */
    int passEntries;

    /** The earliest start that a released place of the pass makes possible. */
    long lowestMillis;

    private Row(int durationClass, long[] notBeforeMillis) {
      this.durationClass = durationClass;
      this.durationMillis = SizeClasses.smallest(durationClass);
      this.notBeforeMillis = notBeforeMillis;
    }

    /** Prepares the row for a pass if it belongs to another. */
    void beginPass(long pass) {
      if (this.pass != pass) {
        this.pass = pass;
        passEntries = 0;
        lowestMillis = Time.NEVER;
      }
    }
  }

  StartBounds(long[] computing, long[] extra, int nodes) {
    this.computing = computing;
    this.extra = extra;
    this.nodes = nodes;
  }

  /** The bounds for tasks of about this duration, up to date with the log. */
  Row row(long durationMillis, ReleaseLog log) {
    update(log);
    int durationClass = SizeClasses.classOf(durationMillis);
    Row row = rows[durationClass];
    return row != null ? row : addRow(durationClass);
  }

  private Row addRow(int durationClass) {
    long[] notBeforeMillis = new long[nodes];
    Arrays.fill(notBeforeMillis, Long.MIN_VALUE);
    for (int shorter = durationClass - 1; shorter >= firstClass; shorter--) {
      Row row = rows[shorter];
      if (row != null) {
        notBeforeMillis = row.notBeforeMillis.clone();
        break;
      }
    }
    Row added = new Row(durationClass, notBeforeMillis);
    rows[durationClass] = added;
    firstClass = Math.min(firstClass, durationClass);
    endClass = Math.max(endClass, durationClass + 1);
    return added;
  }

  /** Notes that nothing of at least a class of durations can start on a node before an instant. */
  void raise(int durationClass, int node, long instantMillis) {
    for (int longer = Math.max(firstClass, durationClass); longer < endClass; longer++) {
      Row row = rows[longer];
      if (row != null) {
        if (row.notBeforeMillis[node] >= instantMillis) {
          return;
        }
        row.notBeforeMillis[node] = instantMillis;
      }
    }
  }

  /** Takes into account what was released since the bounds were last used. */
  private void update(ReleaseLog log) {
    if (logPosition < log.begin()) {
      for (int each = firstClass; each < endClass; each++) {
        Row row = rows[each];
        if (row != null) {
          Arrays.fill(row.notBeforeMillis, Long.MIN_VALUE);
        }
      }
      logPosition = log.end();
    }
    for (; logPosition < log.end(); logPosition++) {
      lower(log.node(logPosition), log.fromMillis(logPosition));
    }
  }

  private void lower(int node, long releasedFromMillis) {
    long shorterMillis = Long.MIN_VALUE;
    for (int each = firstClass; each < endClass; each++) {
      Row row = rows[each];
      if (row != null) {
        // What starts before this ends before the released place begins.
        long unaffectedUntilMillis = releasedFromMillis - row.durationMillis + 1;
        long millis = Math.min(row.notBeforeMillis[node], unaffectedUntilMillis);
        shorterMillis = Math.max(shorterMillis, millis);
        row.notBeforeMillis[node] = shorterMillis;
      }
    }
  }
}
