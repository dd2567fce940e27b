package tender.agent.link;

import io.grpc.Channel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.protocol.ProtocolLimits;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.PackHeader;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;

/** Questions to the market that wait for an answer, on a connection that stands. */
final class MarketRpc {
  private static final int ANSWER_SECONDS = 30;
  private static final int FILE_MINUTES = 10;

  private final Channel channel;

  MarketRpc(Channel channel) {
    this.channel = channel;
  }

  WorkOrder describe(BagId bag) {
    String tried = "To ask what the tasks of bag " + bag + " are";
    try {
      Wire.BagDescription answer =
          AgentsGrpc.newBlockingStub(channel)
              .withDeadlineAfter(ANSWER_SECONDS, TimeUnit.SECONDS)
              .describeBag(Wire.DescribeBagRequest.newBuilder().setBag(bag.value()).build());
      return WorkOrderJson.read(answer.getWorkOrder().toByteArray());
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(tried, e);
    } catch (IllegalArgumentException e) {
      throw new MarketRefusedException(tried + " failed: the answer is not sound: " + e.getMessage(), e);
    }
  }

  /** Beside its place first, and only if it is what its name says is it moved there. */
  void fetch(BagId bag, Digest digest, Path to) {
    try {
      Path folder = to.toAbsolutePath().getParent();
      Path part = Files.createTempFile(folder, ".fetch-", ".part");
      try {
        Digest found;
        try (OutputStream out = Files.newOutputStream(part)) {
          found = copy(bag, digest, out);
        }
        if (!found.equals(digest)) {
          throw new MarketUnavailableException(
              "File " + digest + " of bag " + bag + " came with the digest " + found + ".");
        }
        Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write file " + digest + " of bag " + bag, e);
    }
  }

  private Digest copy(BagId bag, Digest digest, OutputStream out) throws IOException {
    MessageDigest sha256 = Digest.sha256();
    long bytes = 0;
    try {
      Iterator<Wire.BlobChunk> chunks =
          AgentsGrpc.newBlockingStub(channel)
              .withDeadlineAfter(FILE_MINUTES, TimeUnit.MINUTES)
              .fetchBlob(
                  Wire.FetchBlobRequest.newBuilder()
                      .setBag(bag.value())
                      .setDigest(MessageCodec.toWire(digest))
                      .build());
      while (chunks.hasNext()) {
        byte[] content = chunks.next().getContent().toByteArray();
        bytes += content.length;
        if (bytes > ProtocolLimits.MAX_BLOB_BYTES) {
          throw new MarketRefusedException(
              "File %s of bag %s is longer than %d bytes."
                  .formatted(digest, bag, ProtocolLimits.MAX_BLOB_BYTES));
        }
        sha256.update(content);
        out.write(content);
      }
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception("To fetch file " + digest + " of bag " + bag, e);
    }
    return Digest.of(sha256);
  }

  void deliver(ReservationId id, List<TaskOutcome> outcomes, Path pack) {
    try {
      var header = new PackHeader(id, outcomes, Digest.of(pack), Files.size(pack));
      var stub = AgentsGrpc.newStub(channel).withDeadlineAfter(FILE_MINUTES, TimeUnit.MINUTES);
      new PackSender(header).send(stub, pack);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the pack " + pack, e);
    }
  }

  /** A certificate for a new key. */
  Credentials renew() {
    CertificateRequest request = CertificateRequest.generate();
    String tried = "To renew this agent's certificate";
    try {
      Wire.Certificate answer =
          AgentsGrpc.newBlockingStub(channel)
              .withDeadlineAfter(ANSWER_SECONDS, TimeUnit.SECONDS)
              .renew(
                  Wire.RenewRequest.newBuilder()
                      .setCertificateSigningRequest(request.encoded())
                      .build());
      return request.toCredentials(answer);
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(tried, e);
    } catch (MalformedMessageException e) {
      throw new MarketRefusedException(tried + " failed: " + e.getMessage(), e);
    }
  }
}
