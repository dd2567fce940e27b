package tender.agent.link;

import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrderJson;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.protocol.BagDescription;
import tender.protocol.BlobLocation;
import tender.protocol.JournalReport;
import tender.protocol.KeptOutputRequest;
import tender.protocol.LargeOutput;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.OutputUpload;
import tender.protocol.PackHeader;
import tender.protocol.ProtocolLimits;
import tender.protocol.SubmitterStatement;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.support.text.BagUsers;
import tender.support.transfer.UploadLostException;

/**
 * Blocking requests to the market on an open connection.
 *
 * @param authority the market's, which signs who submitted a work order
 */
record MarketRpc(Channel channel, PublicKey authority) {
  private static final int ANSWER_SECONDS = 30;
  private static final int FILE_MINUTES = 10;
  private static final int STORE_ANSWER_MINUTES = 3;

  /** A larger file may take longer if it is at least this fast. */
  private static final long SLOWEST_BYTES_PER_SECOND = 1 << 20;

  BagDescription describe(BagId bag) {
    String request = "Fetching the work order of bag " + bag;
    try {
      Wire.BagDescription answer =
          shortCall().describeBag(Wire.DescribeBagRequest.newBuilder().setBag(bag.value()).build());
      byte[] order = answer.getWorkOrder().toByteArray();
      var statement =
          new SubmitterStatement(bag, answer.getUser(), answer.getProject(), Digest.of(order));
      if (!statement.isSignedBy(authority, answer.getSignature().toByteArray())) {
        throw new MarketRefusedException(
            request + " failed: the market's authority has not signed who submitted it.");
      }
      BagUsers.record(bag, answer.getUser());
      return new BagDescription(WorkOrderJson.read(order), answer.getUser());
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(request, e);
    } catch (IllegalArgumentException e) {
      throw new MarketRefusedException(
          request + " failed: the answer is malformed: " + e.getMessage(), e);
    }
  }

  /** The location of a large file in the object store; else the file is written. */
  Optional<BlobLocation> fetchOrLocate(BagId bag, Digest digest, Path to) {
    Iterator<Wire.BlobChunk> chunks = open(bag, digest, true, 0);
    try {
      if (chunks.hasNext()) {
        Wire.BlobChunk first = chunks.next();
        if (first.hasLocation()) {
          return Optional.of(BlobLocation.of(first.getLocation()));
        }
        write(bag, digest, Optional.of(first), chunks, to);
      } else {
        write(bag, digest, Optional.empty(), chunks, to);
      }
      return Optional.empty();
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(fetching(bag, digest), e);
    } catch (MalformedMessageException e) {
      throw new MarketRefusedException(fetching(bag, digest) + " failed: " + e.getMessage(), e);
    }
  }

  /** A new URL for a file that is in the object store. */
  URI locate(BagId bag, Digest digest) {
    try {
      Iterator<Wire.BlobChunk> chunks = open(bag, digest, true, 0);
      if (chunks.hasNext()) {
        Wire.BlobChunk first = chunks.next();
        if (first.hasLocation()) {
          return BlobLocation.of(first.getLocation()).url();
        }
      }
      throw new MarketUnavailableException(
          fetching(bag, digest) + " failed: it is in the object store no more.");
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(fetching(bag, digest), e);
    } catch (MalformedMessageException e) {
      throw new MarketRefusedException(fetching(bag, digest) + " failed: " + e.getMessage(), e);
    }
  }

  /** Writes a file that passes through the server. */
  void fetch(BagId bag, Digest digest, Path to, long bytes) {
    try {
      write(bag, digest, Optional.empty(), open(bag, digest, false, bytes), to);
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(fetching(bag, digest), e);
    }
  }

  private static String fetching(BagId bag, Digest digest) {
    return "Fetching file " + digest + " of bag " + bag;
  }

  private Iterator<Wire.BlobChunk> open(
      BagId bag, Digest digest, boolean acceptsLocation, long bytes) {
    return AgentsGrpc.newBlockingStub(channel)
        .withDeadlineAfter(
            TimeUnit.MINUTES.toSeconds(FILE_MINUTES) + bytes / SLOWEST_BYTES_PER_SECOND,
            TimeUnit.SECONDS)
        .fetchBlob(
            Wire.FetchBlobRequest.newBuilder()
                .setBag(bag.value())
                .setDigest(MessageCodec.toWire(digest))
                .setAcceptsLocation(acceptsLocation)
                .build());
  }

  /** Writes to a temporary file first, and moves it into place if its digest is right. */
  private static void write(
      BagId bag,
      Digest digest,
      Optional<Wire.BlobChunk> first,
      Iterator<Wire.BlobChunk> chunks,
      Path to) {
    try {
      Path folder = to.toAbsolutePath().getParent();
      Path part = Files.createTempFile(folder, ".fetch-", ".part");
      try {
        Digest found;
        try (OutputStream out = Files.newOutputStream(part)) {
          found = copy(bag, digest, first, chunks, out);
        }
        if (!found.equals(digest)) {
          throw new MarketUnavailableException(
              "File " + digest + " of bag " + bag + " has the wrong digest " + found + ".");
        }
        Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write file " + digest + " of bag " + bag, e);
    }
  }

  private static Digest copy(
      BagId bag,
      Digest digest,
      Optional<Wire.BlobChunk> first,
      Iterator<Wire.BlobChunk> chunks,
      OutputStream out)
      throws IOException {
    MessageDigest sha256 = Digest.sha256();
    long bytes = 0;
    Optional<Wire.BlobChunk> chunk = first.or(() -> next(chunks));
    while (chunk.isPresent()) {
      byte[] content = chunk.get().getContent().toByteArray();
      bytes += content.length;
      if (bytes > ProtocolLimits.MAX_BLOB_BYTES) {
        throw new MarketRefusedException(
            "File %s of bag %s is longer than %d bytes."
                .formatted(digest, bag, ProtocolLimits.MAX_BLOB_BYTES));
      }
      sha256.update(content);
      out.write(content);
      chunk = next(chunks);
    }
    return Digest.of(sha256);
  }

  private static Optional<Wire.BlobChunk> next(Iterator<Wire.BlobChunk> chunks) {
    return chunks.hasNext() ? Optional.of(chunks.next()) : Optional.empty();
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

  OutputUpload beginOutput(LargeOutput output) {
    String request = "Sending output " + output.path() + " of " + output.part();
    try {
      return MessageCodec.outputUpload(storeCall().beginOutput(MessageCodec.toWire(output)));
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(request, e);
    } catch (MalformedMessageException e) {
      throw new MarketRefusedException(request + " failed: " + e.getMessage(), e);
    }
  }

  URI outputPartUrl(LargeOutput output, int part) throws UploadLostException {
    try {
      return URI.create(
          storeCall()
              .getOutputPartUrl(
                  Wire.OutputPart.newBuilder()
                      .setOutput(MessageCodec.toWire(output))
                      .setPart(part)
                      .build())
              .getUrl());
    } catch (StatusRuntimeException e) {
      throw lostOr(output, e);
    }
  }

  void completeOutput(LargeOutput output, List<String> tags) throws UploadLostException {
    try {
      var _ =
          storeCall()
              .completeOutput(
                  Wire.SentOutput.newBuilder()
                      .setOutput(MessageCodec.toWire(output))
                      .addAllTags(tags)
                      .build());
    } catch (StatusRuntimeException e) {
      throw lostOr(output, e);
    }
  }

  private static RuntimeException lostOr(LargeOutput output, StatusRuntimeException e)
      throws UploadLostException {
    if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
      throw new UploadLostException(RpcErrors.reason(e));
    }
    return RpcErrors.exception("Sending output " + output.path() + " of " + output.part(), e);
  }

  /** The server waits for the object store, which may copy the parts. */
  private AgentsGrpc.AgentsBlockingStub storeCall() {
    return AgentsGrpc.newBlockingStub(channel)
        .withDeadlineAfter(STORE_ANSWER_MINUTES, TimeUnit.MINUTES);
  }

  List<KeptOutputRequest> keptOutputRequests() {
    String request = "Asking for requested outputs";
    try {
      List<KeptOutputRequest> requests = new ArrayList<>();
      for (Wire.KeptOutputRequest wire :
          shortCall()
              .listKeptOutputRequests(Wire.ListKeptOutputRequestsRequest.getDefaultInstance())
              .getRequestsList()) {
        requests.add(MessageCodec.keptOutputRequest(wire));
      }
      return requests;
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(request, e);
    } catch (MalformedMessageException e) {
      throw new MarketRefusedException(request + " failed: " + e.getMessage(), e);
    }
  }

  /** Reports a part of the journal; returns the reservations to stop and forget. */
  List<ReservationId> reconcile(JournalReport report) {
    String request = "Reporting the journal";
    try {
      return JournalReport.forgotten(shortCall().reconcile(report.toWire()));
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(request, e);
    } catch (MalformedMessageException e) {
      throw new MarketRefusedException(request + " failed: " + e.getMessage(), e);
    }
  }

  List<BagId> deletedBags(String after) {
    String request = "Asking for deleted bags";
    try {
      return MessageCodec.deletedBags(
          shortCall()
              .listDeletedBags(Wire.ListDeletedBagsRequest.newBuilder().setAfter(after).build()));
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(request, e);
    } catch (MalformedMessageException e) {
      throw new MarketRefusedException(request + " failed: " + e.getMessage(), e);
    }
  }

  void confirmDeleted(List<BagId> bags) {
    try {
      var _ = shortCall().confirmDeletedBags(MessageCodec.deletedBags(bags));
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception("Confirming deleted bags", e);
    }
  }

  void deliver(Wire.KeptOutputPiece piece) {
    try {
      var _ = shortCall().deliverKeptOutput(piece);
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception("Sending an output", e);
    }
  }

  private AgentsGrpc.AgentsBlockingStub shortCall() {
    return AgentsGrpc.newBlockingStub(channel).withDeadlineAfter(ANSWER_SECONDS, TimeUnit.SECONDS);
  }

  /** Requests a certificate for a new key. */
  Credentials renew() {
    CertificateRequest request = CertificateRequest.generate();
    String renewal = "Renewing the agent's certificate";
    try {
      Wire.Certificate answer =
          shortCall()
              .renew(
                  Wire.RenewRequest.newBuilder()
                      .setCertificateSigningRequest(request.encoded())
                      .build());
      return request.toCredentials(answer);
    } catch (StatusRuntimeException e) {
      throw RpcErrors.exception(renewal, e);
    } catch (MalformedMessageException e) {
      throw new MarketRefusedException(renewal + " failed: " + e.getMessage(), e);
    }
  }
}
