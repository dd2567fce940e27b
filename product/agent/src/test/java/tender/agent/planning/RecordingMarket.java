package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import tender.agent.execution.MarketPort;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.protocol.BagDescription;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;

/** A market that records messages. All its bags have the same work order and no files. */
final class RecordingMarket implements MarketPort {
  private static final Comparator<BagId> BY_ID = Comparator.comparing(BagId::value);

  final BlockingQueue<Message.ToMetascheduler> sent = new LinkedBlockingQueue<>();
  final BlockingQueue<Message.SlotsPublished> published = new LinkedBlockingQueue<>();
  final BlockingQueue<Message.AttemptsFailed> failures = new LinkedBlockingQueue<>();
  final List<TaskOutcome> outcomes = Collections.synchronizedList(new ArrayList<>());
  final List<String> printed = Collections.synchronizedList(new ArrayList<>());
  final List<BagId> deleted = new CopyOnWriteArrayList<>();
  final List<BagId> confirmed = new CopyOnWriteArrayList<>();
  volatile boolean isConnected = true;
  volatile boolean losesConfirmations;
  private final WorkOrder order;

  RecordingMarket(WorkOrder order) {
    this.order = order;
  }

  @Override
  public void send(Message.ToMetascheduler message) {
    sent.add(message);
  }

  @Override
  public void publish(Message.SlotsPublished published) {
    this.published.add(published);
  }

  @Override
  public void report(Message.AttemptsFailed report) {
    failures.add(report);
  }

  @Override
  public BagDescription describe(BagId bag) {
    return new BagDescription(order, "ann");
  }

  @Override
  public void fetch(BagId bag, Digest digest, Path to) {
    throw new IllegalStateException("There are no files here.");
  }

  @Override
  public boolean storeOutput(
      ReservationId id, int taskIndex, RelativePath path, FileChannel content, long bytes) {
    return false;
  }

  @Override
  public void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack) {
    this.outcomes.addAll(outcomes);
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

  @Override
  public List<KeptOutputRequest> keptOutputRequests() {
    return List.of();
  }

  @Override
  public void sendKeptOutput(KeptOutputPiece piece) {}

  @Override
  public void keptOutputUnavailable(long request) {}

  @Override
  public List<BagId> deletedBags(String after) {
    if (!isConnected) {
      throw new IllegalStateException("The agent is not connected to the market.");
    }
    return deleted.stream().filter(bag -> bag.value().compareTo(after) > 0).sorted(BY_ID).toList();
  }

  @Override
  public void confirmDeleted(List<BagId> bags) {
    confirmed.addAll(bags);
    if (!losesConfirmations) {
      deleted.removeAll(bags);
    }
  }

  <T> T next(Class<T> kind) throws InterruptedException {
    Message.ToMetascheduler message = sent.poll(20, TimeUnit.SECONDS);
    assertThat(message).isInstanceOf(kind);
    return kind.cast(message);
  }
}
