package tender.program.measure;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.Owed;
import tender.server.agents.BlobSink;
import tender.server.agents.Counterpart;
import tender.server.agents.NotFound;
import tender.work.Digest;
import tender.work.Outcome;

/** Counts who has answered a call, and does nothing else with it. */
final class Gathering implements Counterpart {
  private static final int PATIENCE_SECONDS = 60;

  private final Consumer<List<Owed.Id>> acknowledged;
  private volatile CountDownLatch missing = new CountDownLatch(0);

  Gathering(Consumer<List<Owed.Id>> acknowledged) {
    this.acknowledged = acknowledged;
  }

  void expect(int answers) {
    missing = new CountDownLatch(answers);
  }

  void await() throws InterruptedException {
    if (!missing.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(missing.getCount() + " providers have not answered.");
    }
  }

  @Override
  public void received(ProviderId from, Message.ToMetascheduler message) {
    missing.countDown();
  }

  @Override
  public void acknowledged(ProviderId from, List<Owed.Id> ids) {
    acknowledged.accept(ids);
  }

  @Override
  public void published(ProviderId from, Message.Published published) {}

  @Override
  public void connected(ProviderId provider) {}

  @Override
  public void disconnected(ProviderId provider) {}

  @Override
  public boolean isRevoked(ProviderId provider, BigInteger certificateSerial) {
    return false;
  }

  @Override
  public byte[] describe(ProviderId asker, BagId bag) {
    throw new NotFound("Nothing is described here.");
  }

  @Override
  public void writeBlob(ProviderId asker, BagId bag, Digest digest, BlobSink sink) {
    throw new NotFound("There are no files here.");
  }

  @Override
  public void deliver(
      ProviderId from, ReservationId reservation, List<Outcome> outcomes, Path pack) {
    throw new NotFound("Nothing is stored here.");
  }
}
