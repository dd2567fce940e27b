package tender.measure.server;

import static java.util.Objects.requireNonNull;

import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.measure.agents.AnyCertificates;
import tender.protocol.BagDescription;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;
import tender.protocol.KeyPairs;
import tender.protocol.MessageCodec;
import tender.protocol.PackHeader;
import tender.protocol.PemBundle;
import tender.protocol.ProtocolLimits;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.server.agents.AgentGateway;
import tender.server.agents.AgentHandler;
import tender.server.agents.BlobSink;
import tender.server.agents.GatewaySettings;
import tender.server.agents.certificates.Authorities;
import tender.server.agents.certificates.CertificateAuthority;
import tender.server.agents.rejection.NotFoundException;

/**
 * Measures the network cost of a call for offers: one small message to every provider and one reply
 * from each, over as many connections with mutual TLS. Agents compute nothing and nothing is
 * stored. Both ends run in this process and share its processors.
 */
public final class CallMeasurement implements AutoCloseable {
  private static final Duration VALIDITY = Duration.ofHours(1);
  private static final int CONNECT_SECONDS = 300;
  private static final int ROUND_SECONDS = 60;

  /** Measurements over several rounds. */
  private record Figures(
      int providers, int rounds, double p50Millis, double p95Millis, double cpuMillis) {
    @Override
    public String toString() {
      return "%d providers, %d rounds: p50 %.1f ms, p95 %.1f ms, %.1f ms of CPU per round"
          .formatted(providers, rounds, p50Millis, p95Millis, cpuMillis);
    }
  }

  private final CertificateAuthority authority = CertificateAuthority.create();
  private final List<ProviderId> providers = new ArrayList<>();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final ReplyCounter replies = new ReplyCounter();
  private final AgentGateway gateway;
  private int round;

  private CallMeasurement(int count) throws Exception {
    var listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var settings = new GatewaySettings(listen, List.of("localhost"), VALIDITY);
    gateway =
        new AgentGateway(settings, Authorities.only(authority), new AnyCertificates(), replies)
            .start();
    replies.expect(count);
    for (int i = 0; i < count; i++) {
      var provider = new ProviderId("provider-" + i);
      providers.add(provider);
      channels.add(connect(provider));
    }
    replies.await(CONNECT_SECONDS);
  }

  /** Measures after a warm-up of half as many rounds, and prints the figures. */
  public static void run(int providers, int rounds) throws Exception {
    try (var calls = new CallMeasurement(providers)) {
      calls.measure(rounds / 2);
      System.out.println(calls.measure(rounds));
    }
  }

  private Figures measure(int rounds) throws InterruptedException {
    double[] millis = new double[rounds];
    long cpuNanos = cpuNanos();
    for (int i = 0; i < rounds; i++) {
      long startNanos = System.nanoTime();
      callAll();
      millis[i] = (System.nanoTime() - startNanos) / 1e6;
    }
    double cpuMillis = (cpuNanos() - cpuNanos) / 1e6 / rounds;
    Arrays.sort(millis);
    return new Figures(
        providers.size(), rounds, millis[rounds / 2], millis[rounds * 95 / 100], cpuMillis);
  }

  private void callAll() throws InterruptedException {
    round++;
    replies.expect(providers.size());
    var call =
        new Message.Call(
            new CallId(new BagId("bag"), round), new Bag(1_000, 1, 60_000, 0, 3_600_000));
    var id = new OutboxMessage.Id(new BagId("bag"), round, 0);
    for (ProviderId provider : providers) {
      if (!gateway.send(provider, List.of(new OutboxMessage(id, provider, call)))) {
        throw new IllegalStateException(provider + " is not connected.");
      }
    }
    replies.await(ROUND_SECONDS);
  }

  private ManagedChannel connect(ProviderId provider) throws Exception {
    KeyPair keys = KeyPairs.generate();
    byte[] request =
        new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=agent"), keys.getPublic())
            .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
            .getEncoded();
    X509Certificate certificate = authority.signAgent(provider, request, VALIDITY);
    var pem = new PemBundle(keys.getPrivate(), certificate, List.of());
    var credentials =
        TlsChannelCredentials.newBuilder()
            .keyManager(stream(PemBundle.text(certificate)), stream(pem.keyText()))
            .trustManager(stream(PemBundle.text(authority.certificate())))
            .build();
    ManagedChannel channel =
        Grpc.newChannelBuilderForAddress("localhost", gateway.port(), credentials)
            .directExecutor()
            .build();
    var agent = new Agent(provider);
    AgentsGrpc.newStub(channel).connect(agent);
    agent.hello();
    return channel;
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    gateway.close();
  }

  /** Replies to every call immediately with the same offer. */
  private static final class Agent implements ClientResponseObserver<Wire.FromAgent, Wire.ToAgent> {
    private final ProviderId provider;
    private @Nullable ClientCallStreamObserver<Wire.FromAgent> out;

    Agent(ProviderId provider) {
      this.provider = provider;
    }

    void hello() {
      var hello = Wire.Hello.newBuilder().setVersion(ProtocolLimits.VERSION);
      send(Wire.FromAgent.newBuilder().setHello(hello).build());
    }

    private void send(Wire.FromAgent message) {
      requireNonNull(out).onNext(message);
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<Wire.FromAgent> out) {
      this.out = out;
    }

    @Override
    public void onNext(Wire.ToAgent message) {
      if (message.hasOutboxMessage()) {
        var call =
            new CallId(new BagId("bag"), message.getOutboxMessage().getCall().getId().getRound());
        List<Offer> offers = List.of(Offer.free(provider, 10, 3_600_000));
        send(
            MessageCodec.toWire(
                new Message.Offers(call, provider, 0, offers, Disclosure.NOTHING, 1, 2)));
      }
    }

    @Override
    public void onError(Throwable reason) {}

    @Override
    public void onCompleted() {}
  }

  /** Counts connected agents and replies. */
  private static final class ReplyCounter implements AgentHandler {
    private volatile CountDownLatch missing = new CountDownLatch(0);

    void expect(int count) {
      missing = new CountDownLatch(count);
    }

    void await(int seconds) throws InterruptedException {
      if (!missing.await(seconds, TimeUnit.SECONDS)) {
        throw new IllegalStateException(missing.getCount() + " providers have not replied.");
      }
    }

    @Override
    public void received(ProviderId from, Message.ToMetascheduler message) {
      missing.countDown();
    }

    @Override
    public void published(ProviderId from, Message.SlotsPublished published) {}

    @Override
    public void attemptsFailed(ProviderId from, Message.AttemptsFailed report) {}

    @Override
    public void connected(ProviderId provider) {
      missing.countDown();
    }

    @Override
    public void disconnected(ProviderId provider) {}

    @Override
    public void acknowledged(ProviderId from, List<OutboxMessage.Id> ids) {}

    @Override
    public void checkDelivery(ProviderId from, PackHeader header) {}

    @Override
    public BagDescription describe(ProviderId provider, BagId bag) {
      throw new NotFoundException("Not supported by the measurement.");
    }

    @Override
    public void writeBlob(ProviderId provider, BagId bag, Digest digest, BlobSink sink)
        throws IOException {
      throw new NotFoundException("Not supported by the measurement.");
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
      throw new NotFoundException("Not supported by the measurement.");
    }
  }
}
