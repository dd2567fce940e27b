package tender.app.link;

import com.google.protobuf.MessageLite;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tender.core.message.Message;
import tender.protocol.MessageCodec;
import tender.protocol.PemBundle;
import tender.protocol.ProtocolLimits;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.server.agents.AgentGateway;

/** An agent that breaks the protocol on demand: it sends and reads only what the test asks for. */
public final class RawAgent implements AutoCloseable {
  public final ManagedChannel channel;
  public final AgentsGrpc.AgentsStub stub;
  public final BlockingQueue<Wire.ToAgent> received = new LinkedBlockingQueue<>();
  private final CompletableFuture<Status> end = new CompletableFuture<>();
  private StreamObserver<Wire.FromAgent> out;

  private RawAgent(ManagedChannel channel) {
    this.channel = channel;
    stub = AgentsGrpc.newStub(channel);
  }

  /** An agent with the identity of an enrolled one. */
  static RawAgent with(Path folder, AgentGateway server) throws IOException {
    return with(folder, server.port());
  }

  /** An agent with the identity of an enrolled one. */
  public static RawAgent with(Path folder, int port) throws IOException {
    PemBundle pem = PemBundle.parse(Files.readString(folder.resolve("identity.pem")));
    return open(Optional.of(pem), pem.authorities().getFirst(), port);
  }

  /** An agent without a certificate. */
  static RawAgent anonymous(LinkTestMarket market, AgentGateway server) throws IOException {
    return open(Optional.empty(), market.handler.authority.certificate(), server);
  }

  /** An agent with any certificate, which trusts this authority. */
  static RawAgent open(Optional<PemBundle> pem, X509Certificate authority, AgentGateway server)
      throws IOException {
    return open(pem, authority, server.port());
  }

  /** An agent with any certificate, which trusts this authority. */
  public static RawAgent open(Optional<PemBundle> pem, X509Certificate authority, int port)
      throws IOException {
    var credentials =
        TlsChannelCredentials.newBuilder().trustManager(stream(PemBundle.text(authority)));
    pem.ifPresent(own -> credentials.keyManager(new FixedKeyManager(own)));
    return new RawAgent(
        Grpc.newChannelBuilderForAddress("localhost", port, credentials.build()).build());
  }

  /** Opens a stream, and reads at most this many messages from it. */
  public RawAgent connect(int reads) {
    stub.connect(
        new ClientResponseObserver<Wire.FromAgent, Wire.ToAgent>() {
          @Override
          public void beforeStart(ClientCallStreamObserver<Wire.FromAgent> call) {
            call.disableAutoRequestWithInitial(reads);
            out = call;
          }

          @Override
          public void onNext(Wire.ToAgent message) {
            received.add(message);
          }

          @Override
          public void onError(Throwable reason) {
            end.complete(Status.fromThrowable(reason));
          }

          @Override
          public void onCompleted() {
            end.complete(Status.OK);
          }
        });
    return this;
  }

  public RawAgent hello() {
    return send(
        Wire.FromAgent.newBuilder()
            .setHello(Wire.Hello.newBuilder().setVersion(ProtocolLimits.VERSION))
            .build());
  }

  public RawAgent send(Wire.FromAgent message) {
    out.onNext(message);
    return this;
  }

  public RawAgent send(Message.ToMetascheduler message) {
    return send(MessageCodec.toWire(message));
  }

  /** The status with which the stream ended. */
  public Status end() throws Exception {
    return end(Duration.ofSeconds(30));
  }

  /** The status with which the stream ended, which must happen within this time. */
  public Status end(Duration within) throws Exception {
    try {
      return end.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("The stream has not ended within " + within + ".", e);
    }
  }

  public boolean hasEnded() {
    return end.isDone();
  }

  /** Catches the answer to a call that is expected to fail. */
  public static <T extends MessageLite> StreamObserver<T> expectingFailure(
      CompletableFuture<Status> end) {
    return new StreamObserver<>() {
      @Override
      public void onNext(T answer) {
        end.complete(Status.OK);
      }

      @Override
      public void onError(Throwable reason) {
        end.complete(Status.fromThrowable(reason));
      }

      @Override
      public void onCompleted() {
        end.complete(Status.OK);
      }
    };
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }
}
