package tender.app.live;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.agent.link.ServerAddress;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.TaskSet;

/**
 * An agent without a cluster: it offers half of every bag and delivers results at a given rate, in
 * packs of a thousand tasks, with few failed tasks. It uses a real certificate, stream and packs.
 */
final class SyntheticAgent implements AutoCloseable {
  private static final long PROMISE_MILLIS = 180_000;
  private static final long HOLD_MILLIS = 60_000;

  /** One task in this many fails. */
  private static final int FAILS_EVERY = 7_919;

  /** Packs contain ranges from the whole bag, as tasks on many processors end out of order. */
  private static final int RANGE_SIZE = 125;

  private final MarketLink link;
  private final Path folder;
  private final long pauseMillis;
  private final Set<ReservationId> started = ConcurrentHashMap.newKeySet();

  SyntheticAgent(Path identity, int port, Path folder, long pauseMillis) {
    link =
        new MarketLink(new LinkSettings(List.of(new ServerAddress("127.0.0.1", port)), identity));
    this.folder = folder;
    this.pauseMillis = pauseMillis;
    link.start(this::received);
  }

  private void received(Message.ToProvider message) {
    long nowMillis = System.currentTimeMillis();
    switch (message) {
      case Message.Call call -> {
        int half = Math.ceilDiv(call.bag().tasks(), 2);
        Offer offer = new Offer(link.provider(), half, nowMillis + PROMISE_MILLIS, new Money(1));
        link.send(
            new Message.Offers(
                call.id(),
                link.provider(),
                0,
                List.of(offer),
                Disclosure.NOTHING,
                nowMillis,
                nowMillis + HOLD_MILLIS));
      }
      case Message.Reserve reserve ->
          link.send(new Message.Reserved(reserve.id(), nowMillis + HOLD_MILLIS));
      case Message.Commit commit -> {
        link.send(new Message.Committed(commit.id()));
        // A commit is repeated until it is acknowledged, and may arrive twice.
        if (started.add(commit.id())) {
          Thread.ofVirtual().start(() -> deliver(commit.id(), commit.tasks()));
        }
      }
      default -> {}
    }
  }

  private void deliver(ReservationId id, TaskSet tasks) {
    try {
      for (TaskSet some : packs(tasks)) {
        link.deliver(id, outcomes(some), pack(some));
        link.send(new Message.Results(id, some, System.currentTimeMillis()));
        Thread.sleep(pauseMillis);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The packs: each has ranges of tasks from the whole part. */
  private static List<TaskSet> packs(TaskSet tasks) {
    int first = tasks.nth(0);
    int until = first + tasks.size();
    int count = Math.ceilDiv(tasks.size(), ResultPack.MAX_TASKS);
    List<TaskSet> packs = new ArrayList<>();
    for (int pack = 0; pack < count; pack++) {
      TaskSet some = TaskSet.empty();
      for (int at = first + pack * RANGE_SIZE; at < until; at += count * RANGE_SIZE) {
        some = some.plus(TaskSet.range(at, Math.min(at + RANGE_SIZE, until)));
      }
      packs.add(some);
    }
    return packs;
  }

  private static List<TaskOutcome> outcomes(TaskSet some) {
    TaskSet failed =
        some.stream()
            .filter(task -> task % FAILS_EVERY == 0)
            .mapToObj(task -> TaskSet.range(task, task + 1))
            .reduce(TaskSet.empty(), TaskSet::plus);
    List<TaskOutcome> outcomes = new ArrayList<>();
    outcomes.add(new TaskOutcome(0, some.minus(failed)));
    if (!failed.isEmpty()) {
      outcomes.add(new TaskOutcome(1, failed));
    }
    return outcomes;
  }

  /** A pack with the output of one task; tasks without output have no entry. */
  private Path pack(TaskSet some) throws IOException {
    int task = some.nth(0);
    Path file = folder.resolve(link.provider() + "-" + task + ".zip");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(task + "/stdout"));
      zip.write(("task " + task + " ran\n").getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
    }
    return file;
  }

  @Override
  public void close() {
    link.close();
  }
}
