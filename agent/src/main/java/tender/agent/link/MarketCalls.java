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
import tender.protocol.Limits;
import tender.protocol.MalformedMessage;
import tender.protocol.Messages;
import tender.protocol.PackHeader;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.work.Digest;
import tender.work.Outcome;
import tender.work.WorkOrder;
import tender.work.WorkOrderJson;

/** Questions to the market that wait for an answer, on a connection that stands. */
final class MarketCalls {
  private static final int ANSWER_SECONDS = 30;
  private static final int FILE_MINUTES = 10;

  private final Channel channel;

  MarketCalls(Channel channel) {
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
      throw Answers.failed(tried, e);
    } catch (IllegalArgumentException e) {
      throw new MarketRefused(tried + " failed: the answer is not sound: " + e.getMessage(), e);
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
          throw new MarketUnreachable(
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
                      .setDigest(Messages.toWire(digest))
                      .build());
      while (chunks.hasNext()) {
        byte[] content = chunks.next().getContent().toByteArray();
        bytes += content.length;
        if (bytes > Limits.LARGEST_BLOB_BYTES) {
          throw new MarketRefused(
              "File %s of bag %s is longer than %d bytes."
                  .formatted(digest, bag, Limits.LARGEST_BLOB_BYTES));
        }
        sha256.update(content);
        out.write(content);
      }
    } catch (StatusRuntimeException e) {
      throw Answers.failed("To fetch file " + digest + " of bag " + bag, e);
    }
    return Digest.of(sha256);
  }

  void deliver(ReservationId id, List<Outcome> outcomes, Path pack) {
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
    SigningRequest request = SigningRequest.draw();
    String tried = "To renew this agent's certificate";
    try {
      Wire.Certificate answer =
          AgentsGrpc.newBlockingStub(channel)
              .withDeadlineAfter(ANSWER_SECONDS, TimeUnit.SECONDS)
              .renew(
                  Wire.RenewRequest.newBuilder()
                      .setCertificateSigningRequest(request.encoded())
                      .build());
      return request.granted(answer);
    } catch (StatusRuntimeException e) {
      throw Answers.failed(tried, e);
    } catch (MalformedMessage e) {
      throw new MarketRefused(tried + " failed: " + e.getMessage(), e);
    }
  }
}
