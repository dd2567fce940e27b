package tender.measure.agents;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.BagDescription;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;
import tender.protocol.PackHeader;
import tender.server.agents.AgentHandler;
import tender.server.agents.BlobSink;
import tender.server.agents.rejection.NotFoundException;

/** Counts the answers to a call and discards them. */
public final class AnswerCounter implements AgentHandler {
  private static final int TIMEOUT_SECONDS = 60;

  private final Consumer<List<OutboxMessage.Id>> acknowledged;
  private volatile CountDownLatch missing = new CountDownLatch(0);

  public AnswerCounter(Consumer<List<OutboxMessage.Id>> acknowledged) {
    this.acknowledged = acknowledged;
  }

  public void expect(int answers) {
    missing = new CountDownLatch(answers);
  }

  public void await() throws InterruptedException {
    if (!missing.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(missing.getCount() + " providers have not answered.");
    }
  }

  @Override
  public void received(ProviderId from, Message.ToMetascheduler message) {
    missing.countDown();
  }

  @Override
  public void acknowledged(ProviderId from, List<OutboxMessage.Id> ids) {
    acknowledged.accept(ids);
  }

  @Override
  public void published(ProviderId from, Message.SlotsPublished published) {}

  @Override
  public void attemptsFailed(ProviderId from, Message.AttemptsFailed report) {}

  @Override
  public void connected(ProviderId provider) {}

  @Override
  public void disconnected(ProviderId provider) {}

  @Override
  public void checkDelivery(ProviderId from, PackHeader header) {}

  @Override
  public BagDescription describe(ProviderId asker, BagId bag) {
    throw new NotFoundException("This handler has no work orders.");
  }

  @Override
  public void writeBlob(ProviderId asker, BagId bag, Digest digest, BlobSink sink) {
    throw new NotFoundException("This handler has no files.");
  }

  @Override
  public List<KeptOutputRequest> keptOutputRequests(ProviderId provider) {
    return List.of();
  }

  @Override
  public void deliver(ProviderId from, KeptOutputPiece piece) {}

  @Override
  public void keptOutputUnavailable(ProviderId from, long request) {}

  @Override
  public void deliver(
      ProviderId from, ReservationId reservation, List<TaskOutcome> outcomes, Path pack) {
    throw new NotFoundException("This handler stores no packs.");
  }
}
