package tender.app.live;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.agent.link.MarketUnavailableException;
import tender.agent.link.ServerAddress;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.TaskSet;

/**
 * An agent without a cluster: it offers every bag at a fixed price per task, and soon after the
 * commit it delivers all results with a bill below that price. It uses a real certificate, stream
 * and packs.
 */
final class PricedAgent implements AutoCloseable {
  private static final long PROMISE_MILLIS = 600_000;
  private static final long LEASE_MILLIS = 60_000;
  private static final long RETRY_MILLIS = 500;

  private final MarketLink link;
  private final Path folder;
  private final Money price;
  private final Money bill;
  private final Set<ReservationId> started = ConcurrentHashMap.newKeySet();

  /**
   * @param price of a task, as offered
   * @param bill for a task, as charged
   */
  PricedAgent(Path identity, int port, Path folder, Money price, Money bill) {
    this.folder = folder;
    this.price = price;
    this.bill = bill;
    link =
        new MarketLink(new LinkSettings(List.of(new ServerAddress("localhost", port)), identity));
    link.start(this::received);
  }

  boolean isConnected() {
    return link.isConnected();
  }

  private void received(Message.ToProvider message) {
    long nowMillis = System.currentTimeMillis();
    switch (message) {
      case Message.Call call ->
          link.send(
              new Message.Offers(
                  call.id(),
                  link.provider(),
                  0,
                  List.of(
                      new Offer(
                          link.provider(), call.bag().tasks(), nowMillis + PROMISE_MILLIS, price)),
                  Disclosure.NOTHING,
                  nowMillis,
                  nowMillis + LEASE_MILLIS));
      case Message.Reserve reserve ->
          link.send(new Message.Reserved(reserve.id(), nowMillis + LEASE_MILLIS));
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
      deliverPack(id, tasks);
      link.send(
          new Message.Results(
              id,
              tasks,
              System.currentTimeMillis(),
              new Money(bill.millicredits() * tasks.size())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A busy server may not answer in time; agents deliver again. */
  private void deliverPack(ReservationId id, TaskSet tasks)
      throws IOException, InterruptedException {
    Path pack = pack(id, tasks);
    while (true) {
      try {
        link.deliver(id, List.of(new TaskOutcome(0, tasks)), pack);
        return;
      } catch (MarketUnavailableException e) {
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }

  private Path pack(ReservationId id, TaskSet tasks) throws IOException {
    Path file = folder.resolve(link.provider() + "-" + id.call().bag() + ".zip");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(tasks.nth(0) + "/stdout"));
      zip.write("ran\n".getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
    }
    return file;
  }

  @Override
  public void close() {
    link.close();
  }
}
