package tender.cell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tender.agent.link.MarketRefusedException;
import tender.bagfile.TaskSets;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.ResultPackWriter;
import tender.bagfile.results.TaskOutcome;
import tender.cli.client.MarketClient;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.ResultPacksResponse;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.core.model.TaskSet;

/** Delivers the results of a part to the other market, as the cell receives them. */
final class CellPart {
  private static final System.Logger LOG = System.getLogger(CellPart.class.getName());
  private static final Duration POLL = Duration.ofSeconds(1);

  private final ReservationId id;
  private final String bag;
  private final WorkOrder outer;
  private final OuterMarket market;
  private final MarketClient cell;
  private Optional<String> lastPack = Optional.empty();
  private TaskSet delivered = TaskSet.empty();
  private long lastEndedMillis;
  private Money bill = Money.ZERO;
  private volatile boolean stopped;
  private volatile boolean ended;

  /**
   * @param bag the cell's bag
   * @param outer the work order of the other market's bag
   */
  CellPart(ReservationId id, String bag, WorkOrder outer, OuterMarket market, MarketClient cell) {
    this.id = id;
    this.bag = bag;
    this.outer = outer;
    this.market = market;
    this.cell = cell;
  }

  /** The work order of some tasks of a bag. */
  static WorkOrder orderOf(WorkOrder outer, TaskSet tasks) {
    return outer.only(TaskSets.of(tasks.stream().map(outer::listIndex)));
  }

  /**
   * Returns when the cell's bag has ended and all its results are delivered, or the part is
   * released.
   */
  void run() {
    while (!stopped && !ended) {
      try {
        BagResponse seen = cell.bag(bag);
        boolean isNew = deliverNew();
        updateBill(seen);
        if (isNew) {
          report();
        } else if (seen.ended() != null) {
          end(seen);
        }
      } catch (MarketRefusedException e) {
        LOG.log(
            Level.WARNING, "The other market does not take results: cause={0}", e.getMessage(), id);
        stopped = true;
      } catch (IOException | RuntimeException e) {
        LOG.log(Level.WARNING, "Results are delayed; will retry: cause={0}", e.getMessage(), id);
      }
      pause();
    }
  }

  private void pause() {
    try {
      Thread.sleep(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped = true;
    }
  }

  /** The other market has released the part. */
  void stop() {
    stopped = true;
  }

  boolean isStopped() {
    return stopped;
  }

  /** Whether the part has ended and the other market has accepted all its results. */
  synchronized boolean isComplete(TaskSet accepted) {
    return ended && accepted.containsAll(delivered);
  }

  /** Reports the tasks whose results are delivered, with the bill so far. */
  synchronized void report() {
    market.send(new Message.Results(id, delivered, lastEndedMillis, bill));
  }

  private synchronized void updateBill(BagResponse seen) {
    bill = Cell.money(seen.paid());
  }

  private void end(BagResponse seen) {
    ended = true;
    report();
    if (seen.done() < seen.tasks()) {
      // The other market places the rest elsewhere.
      market.send(new Message.Refused(id, Message.RefusalReason.LEASE_EXPIRED, List.of()));
    }
  }

  private boolean deliverNew() throws IOException {
    ResultPacksResponse packs = cell.resultPacks(bag, lastPack);
    if (packs.packs().isEmpty()) {
      return false;
    }
    int[] positions = positions(packs);
    for (ResultPacksResponse.Pack pack : packs.packs()) {
      TaskSet accepted = TaskSets.parse(pack.tasks());
      if (!accepted.isEmpty()) {
        deliver(pack, accepted, positions);
      }
      lastPack = Optional.of(pack.digest());
    }
    return true;
  }

  /** For each task of the cell's bag its index in the other market's bag. */
  private int[] positions(ResultPacksResponse packs) {
    IntStream own =
        packs.only() == null
            ? IntStream.range(0, outer.taskList().tasks())
            : TaskSets.parse(packs.only()).stream();
    return own.map(outer::taskIndex).toArray();
  }

  private void deliver(ResultPacksResponse.Pack pack, TaskSet accepted, int[] positions)
      throws IOException {
    Path downloaded = Files.createTempFile("tender-cell-", ".zip");
    Path renumbered = Files.createTempFile("tender-cell-", ".zip");
    try {
      cell.downloadPack(bag, pack.digest(), downloaded);
      renumber(downloaded, renumbered, accepted, positions);
      market.deliver(id, outcomes(pack, accepted, positions), renumbered);
    } finally {
      Files.delete(downloaded);
      Files.delete(renumbered);
    }
    synchronized (this) {
      delivered = delivered.plus(renumbered(accepted, positions));
      lastEndedMillis = Math.max(lastEndedMillis, pack.received().toEpochMilli());
    }
  }

  /** The same pack has the same digest each time, so that a repeated delivery is recognised. */
  private static void renumber(Path from, Path to, TaskSet accepted, int[] positions)
      throws IOException {
    try (InputStream in = Files.newInputStream(from);
        OutputStream out = Files.newOutputStream(to);
        ResultPackWriter writer = new ResultPackWriter(out)) {
      ResultPack.read(
          in,
          (entry, content) -> {
            if (accepted.contains(entry.taskIndex())) {
              writer.add(new PackEntry(positions[entry.taskIndex()], entry.path()), content);
            }
          });
    }
  }

  private static List<TaskOutcome> outcomes(
      ResultPacksResponse.Pack pack, TaskSet accepted, int[] positions) {
    List<TaskOutcome> outcomes = new ArrayList<>();
    for (ResultPacksResponse.Outcome outcome : pack.outcomes()) {
      TaskSet tasks = TaskSets.parse(outcome.tasks()).intersect(accepted);
      if (!tasks.isEmpty()) {
        outcomes.add(
            new TaskOutcome(
                outcome.exitCode(), renumbered(tasks, positions), outcome.missingOutput()));
      }
    }
    return outcomes;
  }

  private static TaskSet renumbered(TaskSet tasks, int[] positions) {
    return TaskSets.of(tasks.stream().map(task -> positions[task]));
  }
}
