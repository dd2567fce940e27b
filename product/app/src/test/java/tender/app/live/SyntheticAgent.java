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
import tender.agent.link.ServerAddress;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.TaskSet;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.results.ResultPack;

/**
 * An agent without a cluster: it offers to do half of every bag, and sends results as fast as it is
 * told to, a pack of a thousand tasks at a time, of which one in some thousands has failed. All
 * else is as with any agent: its certificate, its stream, its packs.
 */
final class SyntheticAgent implements AutoCloseable {
  private static final long PROMISE_MILLIS = 180_000;
  private static final long HOLD_MILLIS = 60_000;

  /** Every so many tasks one fails. */
  private static final int FAILS_EVERY = 7_919;

  /** Tasks end here and there, as they do on many processors. */
  private static final int STRETCH = 125;

  private final MarketLink link;
  private final Path folder;
  private final long pauseMillis;
  private final Set<ReservationId> begun = ConcurrentHashMap.newKeySet();

  SyntheticAgent(Path identity, int port, Path folder, long pauseMillis) {
    link = new MarketLink(new LinkSettings(List.of(new ServerAddress("127.0.0.1", port)), identity));
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
        // It is said until it is heard, and may come twice.
        if (begun.add(commit.id())) {
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

  /** Stretches of tasks from everywhere, as many as a pack holds. */
  private static List<TaskSet> packs(TaskSet tasks) {
    int first = tasks.nth(0);
    int until = first + tasks.size();
    int count = Math.ceilDiv(tasks.size(), ResultPack.MAX_TASKS);
    List<TaskSet> packs = new ArrayList<>();
    for (int pack = 0; pack < count; pack++) {
      TaskSet some = TaskSet.empty();
      for (int at = first + pack * STRETCH; at < until; at += count * STRETCH) {
        some = some.plus(TaskSet.range(at, Math.min(at + STRETCH, until)));
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

  /** Of most tasks there is nothing in it: whoever wrote nothing left nothing. */
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
