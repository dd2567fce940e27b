package tender.agent.owner;

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
import tender.codec.StoredJson;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.support.files.AtomicFile;

/**
 * Counts offers, commitments and bills by day, for the cluster's owner. It reads them from the
 * messages sent to the market, which may be repeated: a bill states the total of a part so far, so
 * only the increase since the last bill is added.
 */
public final class EarningsLog {
  /** Older days are dropped. */
  private static final int MAX_DAYS = 400;

  /** Older calls are not answered again. */
  private static final int MAX_CALLS = 10_000;

  private final Path file;
  private final TreeMap<String, ClusterView.DailyActivity> days = new TreeMap<>();
  private final Map<String, BilledPart> billed = new LinkedHashMap<>();
  private final Set<CallId> answeredCalls = new LinkedHashSet<>();
  private final Set<CallId> offeredCalls = new LinkedHashSet<>();
  private boolean changed;

  /** The last bill of a part that may still grow. */
  private record BilledPart(int tasks, Money bill) {}

  private record StoredEarnings(
      Map<String, ClusterView.DailyActivity> days, Map<String, BilledPart> billed) {}

  EarningsLog(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      StoredEarnings stored = StoredJson.read(StoredEarnings.class, Files.readString(file));
      days.putAll(stored.days);
      billed.putAll(stored.billed);
    }
  }

  /** The days with any activity, latest last. */
  public Map<String, ClusterView.DailyActivity> days() {
    return new LinkedHashMap<>(days);
  }

  void recordSent(Message.ToMetascheduler message, long nowMillis) {
    switch (message) {
      case Message.Offers offers -> recordOffers(offers, nowMillis);
      case Message.Committed(ReservationId id) -> {
        if (billed.putIfAbsent(id.toString(), new BilledPart(0, Money.ZERO)) == null) {
          add(new ClusterView.DailyActivity(0, 0, 1, 0, Money.ZERO), nowMillis);
        }
      }
      case Message.Results results -> recordResults(results, nowMillis);
      default -> {
        // Not relevant for earnings.
      }
    }
  }

  private void recordOffers(Message.Offers offers, long nowMillis) {
    boolean isNew = addBounded(answeredCalls, offers.call());
    boolean hasOffers = !offers.offers().isEmpty() && addBounded(offeredCalls, offers.call());
    if (isNew || hasOffers) {
      add(
          new ClusterView.DailyActivity(isNew ? 1 : 0, hasOffers ? 1 : 0, 0, 0, Money.ZERO),
          nowMillis);
    }
  }

  private static boolean addBounded(Set<CallId> calls, CallId call) {
    boolean isNew = calls.add(call);
    if (calls.size() > MAX_CALLS) {
      calls.remove(calls.iterator().next());
    }
    return isNew;
  }

  private void recordResults(Message.Results results, long nowMillis) {
    BilledPart previous =
        billed.getOrDefault(results.id().toString(), new BilledPart(0, Money.ZERO));
    int tasks = results.endedTasks().size() - previous.tasks;
    Money bill = results.bill().minus(previous.bill);
    if (tasks > 0 || bill.millicredits() > 0) {
      billed.put(
          results.id().toString(), new BilledPart(results.endedTasks().size(), results.bill()));
      add(new ClusterView.DailyActivity(0, 0, 0, tasks, bill), nowMillis);
    }
  }

  /** Drops parts that will not be billed again. */
  void forget(List<ReservationId> ids) {
    ids.forEach(id -> changed |= billed.remove(id.toString()) != null);
  }

  private void add(ClusterView.DailyActivity more, long nowMillis) {
    String today = Instant.ofEpochMilli(nowMillis).atZone(ZoneOffset.UTC).toLocalDate().toString();
    days.merge(today, more, ClusterView.DailyActivity::plus);
    if (days.size() > MAX_DAYS) {
      days.pollFirstEntry();
    }
    changed = true;
  }

  /** Writes changes to disk. What a crash loses is contained in the next bills. */
  public void store() {
    if (changed) {
      AtomicFile.replace(
          file, StoredJson.write(StoredEarnings.class, new StoredEarnings(days, billed)));
      changed = false;
    }
  }
}
