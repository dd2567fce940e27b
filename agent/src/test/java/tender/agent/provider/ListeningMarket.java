package tender.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.work.Digest;
import tender.work.Outcome;
import tender.work.WorkOrder;

/** A market that only listens, with bags that are all the same work and have no files. */
final class ListeningMarket implements MarketSide {
  final BlockingQueue<Message.ToMetascheduler> said = new LinkedBlockingQueue<>();
  final BlockingQueue<Message.Published> published = new LinkedBlockingQueue<>();
  final List<String> printed = Collections.synchronizedList(new ArrayList<>());
  private final WorkOrder order;

  ListeningMarket(WorkOrder order) {
    this.order = order;
  }

  @Override
  public void send(Message.ToMetascheduler message) {
    said.add(message);
  }

  @Override
  public void publish(Message.Published published) {
    this.published.add(published);
  }

  @Override
  public WorkOrder describe(BagId bag) {
    return order;
  }

  @Override
  public void fetch(BagId bag, Digest digest, Path to) {
    throw new IllegalStateException("There are no files here.");
  }

  @Override
  public void deliver(ReservationId id, List<Outcome> outcomes, Path pack) {
    try (ZipFile zip = new ZipFile(pack.toFile())) {
      for (var entry : Collections.list(zip.entries())) {
        if (entry.getName().endsWith("stdout")) {
          byte[] text = zip.getInputStream(entry).readAllBytes();
          printed.add(new String(text, StandardCharsets.UTF_8));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  <T> T next(Class<T> kind) throws InterruptedException {
    Message.ToMetascheduler message = said.poll(20, TimeUnit.SECONDS);
    assertThat(message).isInstanceOf(kind);
    return kind.cast(message);
  }
}
