package tender.server.agents;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Callable;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.MessageCodec;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.bagfile.Digest;

/** What agents may call, once it is known who they are. */
final class AgentsService extends AgentsGrpc.AgentsImplBase {
  private final AgentHandler counterpart;
  private final AgentStreams streams;
  private final CertificateIssuer registrar;
  private final TransferLimiter turns = new TransferLimiter();

  AgentsService(AgentHandler counterpart, AgentStreams streams, CertificateIssuer registrar) {
    this.counterpart = counterpart;
    this.streams = streams;
    this.registrar = registrar;
  }

  @Override
  public StreamObserver<Wire.FromAgent> connect(StreamObserver<Wire.ToAgent> out) {
    var stream = new AgentStream(AgentAuthenticator.caller(), serverObserver(out), streams, counterpart);
    streams.opened(stream);
    return stream;
  }

  @Override
  public void describeBag(
      Wire.DescribeBagRequest request, StreamObserver<Wire.BagDescription> out) {
    ProviderId asker = AgentAuthenticator.caller().provider();
    answer(
        out,
        () -> {
          byte[] order = counterpart.workOrder(asker, MessageCodec.bagId(request.getBag()));
          return Wire.BagDescription.newBuilder().setWorkOrder(ByteString.copyFrom(order)).build();
        });
  }

  @Override
  public void fetchBlob(Wire.FetchBlobRequest request, StreamObserver<Wire.BlobChunk> out) {
    ProviderId asker = AgentAuthenticator.caller().provider();
    var stream = new BlobSender(serverObserver(out));
    // On a thread of its own: as long as this method has not returned, gRPC says no more.
    Thread.ofVirtual()
        .name("blob for " + asker)
        .start(
            () ->
                stream.run(
                    sink -> {
                      BagId bag = MessageCodec.bagId(request.getBag());
                      Digest digest = MessageCodec.digest(request.getDigest());
                      turns.acquire(asker);
                      try {
                        counterpart.writeBlob(asker, bag, digest, sink);
                      } finally {
                        turns.release(asker);
                      }
                    }));
  }

  @Override
  public StreamObserver<Wire.PackChunk> deliverPack(StreamObserver<Wire.PackDelivered> out) {
    return new PackReceiver(AgentAuthenticator.caller().provider(), serverObserver(out), counterpart, turns);
  }

  @Override
  public void renew(Wire.RenewRequest request, StreamObserver<Wire.Certificate> out) {
    ProviderId provider = AgentAuthenticator.caller().provider();
    byte[] signingRequest = request.getCertificateSigningRequest().toByteArray();
    answer(out, () -> registrar.sign(provider, signingRequest));
  }

  private static <T> void answer(StreamObserver<T> out, Callable<T> call) {
    T answer;
    try {
      answer = call.call();
    } catch (Exception e) {
      out.onError(AgentErrorMapper.toStatus(e).asException());
      return;
    }
    out.onNext(answer);
    out.onCompleted();
  }

  /** What gRPC gives to a server's methods is always one of these. */
  private static <T> ServerCallStreamObserver<T> serverObserver(StreamObserver<T> out) {
    return (ServerCallStreamObserver<T>) out;
  }
}
