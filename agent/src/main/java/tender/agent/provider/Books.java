package tender.agent.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.work.CoreJson;
import tender.work.WholeFile;

/**
 * What was offered, won and billed, day by day, for the cluster's owner. It is counted from what is
 * said to the market, of which anything may be said again: a bill says all that is owed for a part,
 * so what it adds is what it exceeds the last one by.
 */
final class Books {
  /** Days that are older are forgotten. */
  private static final int MOST_DAYS = 400;

  /** Calls that are older are not answered again. */
  private static final int MOST_CALLS = 10_000;

  private final Path file;
  private final TreeMap<String, ClusterView.Day> days = new TreeMap<>();
  private final Map<String, Billed> billed = new LinkedHashMap<>();
  private final Set<CallId> answered = new LinkedHashSet<>();
  private final Set<CallId> offered = new LinkedHashSet<>();
  private boolean changed;

  /** What was last said of a part that may be said more of. */
  private record Billed(int tasks, Money bill) {}

  private record Stored(Map<String, ClusterView.Day> days, Map<String, Billed> billed) {}

  Books(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      Stored stored = CoreJson.read(Stored.class, Files.readString(file));
      days.putAll(stored.days);
      billed.putAll(stored.billed);
    }
  }

  /** The days of which something is known, the latest last. */
  Map<String, ClusterView.Day> days() {
    return new LinkedHashMap<>(days);
  }

  void said(Message.ToMetascheduler message, long nowMillis) {
    switch (message) {
      case Message.Offers offers -> answered(offers, nowMillis);
      case Message.Committed(ReservationId id) -> {
        if (billed.putIfAbsent(id.toString(), new Billed(0, Money.ZERO)) == null) {
          add(new ClusterView.Day(0, 0, 1, 0, Money.ZERO), nowMillis);
        }
      }
      case Message.Results results -> done(results, nowMillis);
      default -> {
        // Says nothing that counts.
      }
    }
  }

  private void answered(Message.Offers offers, long nowMillis) {
    boolean isNew = addBounded(answered, offers.call());
    boolean isSomething = !offers.offers().isEmpty() && addBounded(offered, offers.call());
    if (isNew || isSomething) {
      add(new ClusterView.Day(isNew ? 1 : 0, isSomething ? 1 : 0, 0, 0, Money.ZERO), nowMillis);
    }
  }

  private static boolean addBounded(Set<CallId> calls, CallId call) {
    boolean isNew = calls.add(call);
    if (calls.size() > MOST_CALLS) {
      calls.remove(calls.iterator().next());
    }
    return isNew;
  }

  private void done(Message.Results results, long nowMillis) {
    Billed before = billed.getOrDefault(results.id().toString(), new Billed(0, Money.ZERO));
    int tasks = results.ended().size() - before.tasks;
    Money bill = results.bill().minus(before.bill);
    if (tasks > 0 || bill.millicredits() > 0) {
      billed.put(results.id().toString(), new Billed(results.ended().size(), results.bill()));
      add(new ClusterView.Day(0, 0, 0, tasks, bill), nowMillis);
    }
  }

  /** Nothing more will be said of these. */
  void forget(List<ReservationId> ids) {
    ids.forEach(id -> changed |= billed.remove(id.toString()) != null);
  }

  private void add(ClusterView.Day more, long nowMillis) {
    String today = Instant.ofEpochMilli(nowMillis).atZone(ZoneOffset.UTC).toLocalDate().toString();
    days.merge(today, more, ClusterView.Day::plus);
    if (days.size() > MOST_DAYS) {
      days.pollFirstEntry();
    }
    changed = true;
  }

  /** Writes down what is new; what a crash loses of it is told again by the next bills. */
  void store() {
    if (changed) {
      WholeFile.replace(file, CoreJson.write(Stored.class, new Stored(days, billed)));
      changed = false;
    }
  }
}
