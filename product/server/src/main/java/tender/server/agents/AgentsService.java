package tender.server.agents;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.Callable;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrderJson;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.BagDescription;
import tender.protocol.BlobLocation;
import tender.protocol.JournalReport;
import tender.protocol.LargeOutput;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.ProtocolLimits;
import tender.protocol.SubmitterStatement;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.server.agents.certificates.CertificateIssuer;
import tender.server.agents.limits.TransferLimiter;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;

/** The gRPC calls of authenticated agents. */
final class AgentsService extends AgentsGrpc.AgentsImplBase {
  /** Users have no projects yet. */
  private static final String NO_PROJECT = "";

  private final AgentHandler handler;
  private final AgentStreams streams;
  private final CertificateIssuer issuer;
  private final TransferLimiter limiter = new TransferLimiter();

  AgentsService(AgentHandler handler, AgentStreams streams, CertificateIssuer issuer) {
    this.handler = handler;
    this.streams = streams;
    this.issuer = issuer;
  }

  @Override
  public StreamObserver<Wire.FromAgent> connect(StreamObserver<Wire.ToAgent> out) {
    var stream =
        new AgentStream(AgentAuthenticator.caller(), serverObserver(out), streams, handler);
    streams.opened(stream);
    return stream;
  }

  @Override
  public void describeBag(
      Wire.DescribeBagRequest request, StreamObserver<Wire.BagDescription> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    X509Certificate certificate = AgentAuthenticator.caller().certificate();
    answer(
        provider,
        out,
        () -> {
          BagId id = MessageCodec.bagId(request.getBag());
          BagDescription bag = handler.describe(provider, id);
          byte[] order = WorkOrderJson.write(bag.order());
          var statement = new SubmitterStatement(id, bag.user(), NO_PROJECT, Digest.of(order));
          return Wire.BagDescription.newBuilder()
              .setWorkOrder(ByteString.copyFrom(order))
              .setUser(statement.user())
              .setProject(statement.project())
              .setSignature(
                  ByteString.copyFrom(issuer.authorities().get().of(certificate).sign(statement)))
              .build();
        });
  }

  @Override
  public void fetchBlob(Wire.FetchBlobRequest request, StreamObserver<Wire.BlobChunk> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    var stream = new BlobSender(serverObserver(out));
    // On its own thread, because gRPC delivers no events until this method returns.
    Thread.ofVirtual()
        .name("blob for " + provider)
        .start(
            () ->
                stream.run(
                    sink -> {
                      BagId bag = MessageCodec.bagId(request.getBag());
                      Digest digest = MessageCodec.digest(request.getDigest());
                      limiter.acquire(provider);
                      try {
                        reportingRejection(
                            provider,
                            () -> {
                              Optional<BlobLocation> location =
                                  request.getAcceptsLocation()
                                      ? handler.locateBlob(provider, bag, digest)
                                      : Optional.empty();
                              if (location.isPresent()) {
                                stream.send(location.get());
                              } else {
                                handler.writeBlob(provider, bag, digest, sink);
                              }
                              return true;
                            });
                      } finally {
                        limiter.release(provider);
                      }
                    }));
  }

  @Override
  public StreamObserver<Wire.PackChunk> deliverPack(StreamObserver<Wire.PackDelivered> out) {
    return new PackReceiver(
        AgentAuthenticator.caller().provider(), serverObserver(out), handler, limiter);
  }

  @Override
  public void listKeptOutputRequests(
      Wire.ListKeptOutputRequestsRequest request, StreamObserver<Wire.KeptOutputRequests> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    answer(
        provider,
        out,
        () ->
            Wire.KeptOutputRequests.newBuilder()
                .addAllRequests(
                    handler.keptOutputRequests(provider).stream()
                        .map(MessageCodec::toWire)
                        .toList())
                .build());
  }

  @Override
  public void deliverKeptOutput(
      Wire.KeptOutputPiece piece, StreamObserver<Wire.KeptOutputDelivered> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    answer(
        provider,
        out,
        () -> {
          if (piece.getUnavailable()) {
            handler.keptOutputUnavailable(provider, piece.getRequest());
          } else {
            handler.deliver(provider, MessageCodec.keptOutputPiece(piece));
          }
          return Wire.KeptOutputDelivered.getDefaultInstance();
        });
  }

  @Override
  public void beginOutput(Wire.Output output, StreamObserver<Wire.OutputUpload> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    answer(
        provider,
        out,
        () -> MessageCodec.toWire(handler.outputs().begin(ownOutput(provider, output))));
  }

  @Override
  public void getOutputPartUrl(Wire.OutputPart part, StreamObserver<Wire.OutputPartUrl> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    answer(
        provider,
        out,
        () ->
            Wire.OutputPartUrl.newBuilder()
                .setUrl(
                    handler
                        .outputs()
                        .partUrl(ownOutput(provider, part.getOutput()), part.getPart())
                        .toString())
                .build());
  }

  @Override
  public void completeOutput(Wire.SentOutput sent, StreamObserver<Wire.OutputStored> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    answer(
        provider,
        out,
        () -> {
          handler.outputs().complete(ownOutput(provider, sent.getOutput()), sent.getTagsList());
          return Wire.OutputStored.getDefaultInstance();
        });
  }

  private static LargeOutput ownOutput(ProviderId provider, Wire.Output wire)
      throws MalformedMessageException {
    LargeOutput output = MessageCodec.largeOutput(wire);
    if (!output.part().provider().equals(provider)) {
      throw new NotAllowedException(
          AgentRejection.OTHER_PROVIDER,
          "Provider " + provider + " sends an output of " + output.part() + ".");
    }
    return output;
  }

  @Override
  public void reconcile(Wire.JournalReport report, StreamObserver<Wire.JournalDecision> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    answer(
        provider,
        out,
        () -> JournalReport.decision(handler.reconcile(provider, JournalReport.fromWire(report))));
  }

  @Override
  public void listDeletedBags(
      Wire.ListDeletedBagsRequest request, StreamObserver<Wire.DeletedBags> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    answer(
        provider,
        out,
        () -> {
          String after = request.getAfter();
          if (!after.isEmpty()) {
            after = MessageCodec.bagId(after).value();
          }
          return MessageCodec.deletedBags(
              handler.deletedBags(provider, after, ProtocolLimits.MAX_DELETED_BAGS));
        });
  }

  @Override
  public void confirmDeletedBags(
      Wire.DeletedBags bags, StreamObserver<Wire.DeletedBagsConfirmed> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    answer(
        provider,
        out,
        () -> {
          handler.confirmDeleted(provider, MessageCodec.deletedBags(bags));
          return Wire.DeletedBagsConfirmed.getDefaultInstance();
        });
  }

  @Override
  public void renew(Wire.RenewRequest request, StreamObserver<Wire.Certificate> out) {
    AgentAuthenticator.AgentIdentity caller = AgentAuthenticator.caller();
    byte[] signingRequest = request.getCertificateSigningRequest().toByteArray();
    answer(
        caller.provider(),
        out,
        () -> issuer.renew(caller.provider(), caller.serial(), signingRequest, caller.address()));
  }

  @Override
  public void getServerInfo(
      Wire.GetServerInfoRequest request, StreamObserver<Wire.ServerInfo> out) {
    answer(
        AgentAuthenticator.caller().provider(),
        out,
        () ->
            Wire.ServerInfo.newBuilder()
                .setVersion(ProtocolLimits.VERSION)
                .setNowMillis(handler.nowMillis())
                .build());
  }

  private <T> void answer(ProviderId provider, StreamObserver<T> out, Callable<T> call) {
    UnaryCall.answer(out, () -> reportingRejection(provider, call));
  }

  private <T> T reportingRejection(ProviderId provider, Callable<T> call) throws Exception {
    try {
      return call.call();
    } catch (NotAllowedException e) {
      handler.rejected(provider, e.reason(), String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /** On the server side gRPC always passes this type. */
  private static <T> ServerCallStreamObserver<T> serverObserver(StreamObserver<T> out) {
    return (ServerCallStreamObserver<T>) out;
  }
}
