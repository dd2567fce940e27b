package tender.agent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import tender.agent.estimate.LinkBandwidth;
import tender.agent.execution.MarketPort;
import tender.agent.link.MarketLink;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.protocol.BagDescription;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;

/** Sends the driver's messages through the link, and reports them to telemetry. */
record LinkMarketPort(MarketLink link, LinkBandwidth bandwidth, Consumer<Message> onSent)
    implements MarketPort {
  @Override
  public void send(Message.ToMetascheduler message) {
    link.send(message);
    onSent.accept(message);
  }

  @Override
  public void publish(Message.SlotsPublished published) {
    link.publish(published);
    onSent.accept(published);
  }

  @Override
  public void report(Message.AttemptsFailed report) {
    link.report(report);
    onSent.accept(report);
  }

  @Override
  public BagDescription describe(BagId bag) {
    return link.describe(bag);
  }

  @Override
  public void fetch(BagId bag, Digest digest, Path to) {
    bandwidth.fetch(to, () -> link.fetch(bag, digest, to));
  }

  @Override
  public boolean storeOutput(
      ReservationId id, int taskIndex, RelativePath path, FileChannel content, long bytes)
      throws IOException {
    return link.storeOutput(id, taskIndex, path, content, bytes);
  }

  @Override
  public void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack) {
    bandwidth.send(pack, () -> link.deliver(id, outcomes, pack));
  }

  @Override
  public List<KeptOutputRequest> keptOutputRequests() {
    return link.keptOutputRequests();
  }

  @Override
  public void sendKeptOutput(KeptOutputPiece piece) {
    link.sendKeptOutput(piece);
  }

  @Override
  public void keptOutputUnavailable(long request) {
    link.keptOutputUnavailable(request);
  }

  @Override
  public List<BagId> deletedBags(String after) {
    return link.deletedBags(after);
  }

  @Override
  public void confirmDeleted(List<BagId> bags) {
    link.confirmDeleted(bags);
  }
}
