package tender.server.agents;

import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.TlsServerCredentials;
import io.grpc.TlsServerCredentials.ClientAuth;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.util.AdvancedTlsX509KeyManager;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.ProtocolLimits;
import tender.protocol.PemBundle;

/**
 * Where agents call. One port for all: who has no certificate yet can enrol and nothing else; who
 * has one is the provider named in it. It sends what it is told to send, once, and remembers
 * nothing: what is not acknowledged is sent again by whoever owes it.
 */
public final class AgentGateway implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(AgentGateway.class.getName());

  /** A ping after such a silence, and an end if there is no answer within the other. */
  private static final int PING_SECONDS = 5;

  private static final int PONG_SECONDS = 5;
  private static final int HANDSHAKE_SECONDS = 20;
  private static final int MOST_CALLS_A_CONNECTION = 64;
  private static final int LARGEST_HEADERS_BYTES = 8 << 10;
  private static final int STOP_SECONDS = 5;
  private static final Duration OWN_CERTIFICATE_LIFE = Duration.ofDays(30);

  private final GatewaySettings settings;
  private final CertificateAuthority authority;
  private final AgentStreams streams;
  private final AgentAuthenticator identity;
  private final AdvancedTlsX509KeyManager ownKey = new AdvancedTlsX509KeyManager();
  private final Server server;
  private final StreamReaper warden;
  private volatile int port;
  private Instant renewOwnKeyAt = Instant.MIN;

  public AgentGateway(
      GatewaySettings settings,
      CertificateAuthority authority,
      EnrolmentTokens tokens,
      AgentHandler counterpart) {
    this.settings = settings;
    this.authority = authority;
    streams = new AgentStreams(counterpart);
    identity = new AgentAuthenticator(counterpart);
    renewOwnKey();
    var registrar = new CertificateIssuer(authority, settings.agentCertificateLife());
    var agents = new AgentsService(counterpart, streams, registrar);
    server =
        NettyServerBuilder.forAddress(settings.listen(), credentials())
            .executor(Thread::startVirtualThread)
            .addService(ServerInterceptors.intercept(agents, identity))
            .addService(new EnrolmentService(registrar, tokens))
            .keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
            .keepAliveTimeout(PONG_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
            .maxConcurrentCallsPerConnection(MOST_CALLS_A_CONNECTION)
            .maxInboundMessageSize(ProtocolLimits.MAX_MESSAGE_BYTES)
            .maxInboundMetadataSize(LARGEST_HEADERS_BYTES)
            .build();
    warden = new StreamReaper(streams, identity, this::renewOwnKey);
  }

  /** Listens from now on. */
  public AgentGateway start() throws IOException {
    port = server.start().getPort();
    warden.start();
    LOG.log(Level.INFO, "Listens for agents at port {0}.", String.valueOf(port));
    return this;
  }

  /** At which port it listens, or has listened. */
  public int port() {
    return port;
  }

  /**
   * Sends these on the provider's stream, and does not wait for it. False if they are not all on
   * their way: the provider is not connected here, or takes so little that more would only pile up.
   */
  public boolean send(ProviderId to, List<OutboxMessage> owed) {
    return streams
        .find(to)
        .map(stream -> owed.stream().map(stream::send).reduce(true, Boolean::logicalAnd))
        .orElse(false);
  }

  public boolean isConnected(ProviderId provider) {
    return streams.find(provider).isPresent();
  }

  public Set<ProviderId> connectedProviders() {
    return streams.connected();
  }

  /**
   * Cuts off a provider whose certificate the counterpart now says is revoked. On servers where
   * nobody calls this, it happens within a minute.
   */
  public void revoke(ProviderId provider) {
    streams.find(provider).ifPresent(stream -> stream.end(AgentAuthenticator.revoked(provider)));
  }

  /** Drops a provider's stream; the agent comes again by itself, here or elsewhere. */
  public void disconnect(ProviderId provider) {
    Status reason = Status.UNAVAILABLE.withDescription("The server has dropped this stream.");
    streams.find(provider).ifPresent(stream -> stream.end(reason));
  }

  /** Ends all streams and calls, and listens no longer. */
  @Override
  public void close() {
    server.shutdown();
    warden.stop();
    Status reason = Status.UNAVAILABLE.withDescription("This server stops. Try another.");
    streams.open().forEach(stream -> stream.end(reason));
    try {
      if (!server.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        server.shutdownNow().awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private ServerCredentials credentials() {
    byte[] trusted = PemBundle.text(authority.certificate()).getBytes(StandardCharsets.US_ASCII);
    try {
      return TlsServerCredentials.newBuilder()
          .keyManager(ownKey)
          .trustManager(new ByteArrayInputStream(trusted))
          .clientAuth(ClientAuth.OPTIONAL)
          .build();
    } catch (IOException e) {
      throw new IllegalStateException("The authority's certificate does not work.", e);
    }
  }

  /** A new certificate for this server when the present one has lived most of its life. */
  private void renewOwnKey() {
    if (Instant.now().isBefore(renewOwnKeyAt)) {
      return;
    }
    PemBundle own = authority.issueServer(settings.names(), OWN_CERTIFICATE_LIFE);
    // With the authority's, so that an agent that knows only its fingerprint sees it.
    X509Certificate[] chain = {own.certificate(), authority.certificate()};
    try {
      ownKey.updateIdentityCredentials(chain, own.key());
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("The server's own certificate does not work.", e);
    }
    renewOwnKeyAt = Instant.now().plus(OWN_CERTIFICATE_LIFE.dividedBy(2));
  }
}
