package tender.agent.planning;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import tender.agent.execution.BatchExecutor;
import tender.agent.execution.MarketPort;
import tender.agent.execution.PartManager;
import tender.agent.files.CachedInputLists;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservationRecord;
import tender.protocol.ProtocolLimits;

/**
 * Deletes what the agent holds of bags that were deleted at the market: parts, folders, kept
 * outputs, cached inputs that no other bag uses, and records of reservations. Results that stay at
 * the site as the bag file says remain.
 *
 * <p>It remembers nothing. The market names a bag until the agent has confirmed that nothing is
 * left, so a crash at any point only repeats the deletion.
 */
final class DeletedBagCleaner implements AutoCloseable {
  private static final Logger LOG = System.getLogger(DeletedBagCleaner.class.getName());

  /** How often to ask the market. */
  private static final long INTERVAL_MILLIS = 10 * Time.MINUTE_MILLIS;

  /** How often to try while the market does not answer, and so how soon after a connection. */
  private static final long RETRY_MILLIS = 30 * Time.SECOND_MILLIS;

  /** Time in which the link to the market is normally established. */
  private static final long FIRST_MILLIS = 10 * Time.SECOND_MILLIS;

  /** In one round; the next round continues. */
  private static final int MAX_PAGES = 100;

  private final MarketPort market;
  private final EventLoop eventLoop;
  private final Journal journal;
  private final PartManager parts;
  private final BatchExecutor executor;
  private final CachedInputLists inputs;
  private final Consumer<ProviderEvent> events;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("deleted bags").unstarted(this::run);

  DeletedBagCleaner(
      MarketPort market,
      EventLoop eventLoop,
      Journal journal,
      PartManager parts,
      BatchExecutor executor,
      Path work,
      Consumer<ProviderEvent> events) {
    this.market = market;
    this.eventLoop = eventLoop;
    this.journal = journal;
    this.parts = parts;
    this.executor = executor;
    inputs = new CachedInputLists(work);
    this.events = events;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      Thread.sleep(FIRST_MILLIS);
      while (true) {
        deleteExpiredOutputs();
        Thread.sleep(runLogged() ? INTERVAL_MILLIS : RETRY_MILLIS);
      }
    } catch (InterruptedException e) {
      // It is closed.
    }
  }

  /** Also while the agent has no parts, or no connection to the market. */
  void deleteExpiredOutputs() {
    try {
      executor.deleteExpiredOutputs();
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "Cannot delete kept outputs; will retry: cause={0}", e.toString());
    }
  }

  private boolean runLogged() {
    try {
      deleteAll();
      return true;
    } catch (RuntimeException e) {
      // Not connected, or a server of an earlier version, which knows no such request.
      LOG.log(Level.DEBUG, "Cannot ask for deleted bags; will retry: cause={0}", e.toString());
      return false;
    }
  }

  /** Deletes what the agent holds of all bags that the market names. */
  void deleteAll() {
    String after = "";
    for (int i = 0; i < MAX_PAGES; i++) {
      List<BagId> page = market.deletedBags(after);
      List<BagId> gone = page.isEmpty() ? List.of() : delete(page);
      if (!gone.isEmpty()) {
        LOG.log(
            Level.INFO,
            "Deleted data of bags that were deleted at the market: bags={0}",
            Integer.toString(gone.size()));
        market.confirmDeleted(gone);
      }
      if (page.size() < ProtocolLimits.MAX_DELETED_BAGS) {
        return;
      }
      after = page.getLast().value();
    }
  }

  /** Returns the bags of which nothing is left. */
  private List<BagId> delete(List<BagId> bags) {
    Set<BagId> withParts = eventLoop.call(() -> forget(new HashSet<>(bags)));
    List<BagId> gone = new ArrayList<>();
    for (BagId bag : bags) {
      // The files of a part are deleted in the background, after its jobs: the next round finds
      // what is left.
      if (!withParts.contains(bag) && deleteFiles(bag)) {
        gone.add(bag);
      }
    }
    try {
      gone.removeAll(inputs.deleteInputs(gone, System.currentTimeMillis()));
      return gone;
    } catch (IOException e) {
      LOG.log(
          Level.WARNING,
          "Cannot delete inputs of deleted bags; will retry: cause={0}",
          e.toString());
      return List.of();
    }
  }

  /** Forgets all reservations of the bags; returns those bags that still had parts. */
  private Set<BagId> forget(Set<BagId> bags) throws IOException {
    Set<BagId> withParts = new HashSet<>();
    for (BagId bag : bags) {
      if (!parts.ofBag(bag).isEmpty()) {
        withParts.add(bag);
      }
    }
    for (ReservationRecord record : journal.read()) {
      ReservationId id = record.id();
      if (bags.contains(id.call().bag())) {
        events.accept(new ProviderEvent.ReservationForgotten(id));
      }
    }
    return withParts;
  }

  private boolean deleteFiles(BagId bag) {
    try {
      return executor.deleteBag(bag);
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.WARNING, "Cannot delete a deleted bag; will retry: cause={0}", e, bag);
      return false;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
