package tender.server.agents;

import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.ProtocolLimits;
import tender.server.agents.certificates.AgentCertificates;
import tender.server.agents.certificates.Authorities;
import tender.server.agents.certificates.CertificateIssuer;
import tender.server.agents.limits.ConnectionLimits;
import tender.server.agents.limits.LimitedServerChannel;
import tender.server.agents.limits.RegistrationLimiter;
import tender.support.http.ConnectionLimiter;

/**
 * The gRPC endpoint for agents, on one port. An agent without a certificate can only enrol; an
 * agent with a certificate is the provider named in it. The gateway sends each message once and
 * keeps no state: the outbox dispatcher sends unacknowledged messages again.
 */
public final class AgentGateway implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(AgentGateway.class.getName());

  /** A ping is sent after this idle time, and the connection closed after the pong timeout. */
  private static final int PING_SECONDS = 5;

  /** A busy machine must not lose connections, because reconnecting would make it busier. */
  private static final int PONG_SECONDS = 8;

  private static final int HANDSHAKE_SECONDS = 10;

  /** An agent always has a stream, so that only strangers have connections without a call. */
  private static final int MAX_IDLE_SECONDS = 10;

  private static final int MAX_CALLS_PER_CONNECTION = 64;
  private static final int MAX_HEADERS_BYTES = 8 << 10;
  private static final int STOP_SECONDS = 5;

  private final AgentStreams streams;
  private final AgentAuthenticator authenticator;
  private final ServerTls tls;
  private volatile Authorities authorities;
  private final EventLoopGroup acceptors = eventLoops(1, "agents-accept");
  private final EventLoopGroup eventLoops = eventLoops(0, "agents-io");
  private final Server server;
  private final StreamReaper reaper;
  private volatile int port;

  public AgentGateway(
      GatewaySettings settings,
      Authorities authorities,
      AgentCertificates certificates,
      AgentHandler handler) {
    this.authorities = authorities;
    tls = new ServerTls(authorities, settings.names());
    var registrations = new RegistrationLimiter(settings.limits().registrations());
    streams = new AgentStreams(handler, registrations);
    authenticator = new AgentAuthenticator(certificates, handler, registrations);
    var channels =
        new LimitedServerChannel.Factory(
            new ConnectionLimiter(
                settings.limits().unauthenticatedPerAddress(),
                ConnectionLimits.MAX_UNAUTHENTICATED));
    var issuer =
        new CertificateIssuer(this::authorities, certificates, settings.agentCertificateValidity());
    var agents = new AgentsService(handler, streams, issuer);
    server =
        NettyServerBuilder.forAddress(settings.listen(), tls.credentials())
            .channelFactory(channels)
            .bossEventLoopGroup(acceptors)
            .workerEventLoopGroup(eventLoops)
            .addTransportFilter(channels)
            .executor(Thread::startVirtualThread)
            .addService(ServerInterceptors.intercept(agents, authenticator))
            .addService(
                ServerInterceptors.intercept(
                    new EnrolmentService(issuer, handler), new PeerAddress()))
            .keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
            .keepAliveTimeout(PONG_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
            .maxConnectionIdle(MAX_IDLE_SECONDS, TimeUnit.SECONDS)
            .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
            .maxInboundMessageSize(ProtocolLimits.MAX_MESSAGE_BYTES)
            .maxInboundMetadataSize(MAX_HEADERS_BYTES)
            .build();
    reaper =
        new StreamReaper(
            streams, authenticator, new RenewalRequests(this::authorities), tls::renew);
  }

  /** The authorities that this server uses. */
  public Authorities authorities() {
    return authorities;
  }

  /** Uses other authorities; when this returns, it accepts the agents of all of them. */
  public void change(Authorities next) {
    tls.change(next);
    authorities = next;
  }

  /** Starts to listen. */
  public AgentGateway start() throws IOException {
    port = server.start().getPort();
    reaper.start();
    LOG.log(Level.INFO, "Listening for agents: port={0}", String.valueOf(port));
    return this;
  }

  /** How many connections have resumed a session of TLS. */
  public long resumedSessions() {
    return tls.resumedSessions();
  }

  /** The port it listens on, or listened on. */
  public int port() {
    return port;
  }

  /**
   * Sends messages on the provider's stream without waiting. Returns false if not all could be
   * sent: the provider is not connected to this replica, or its stream's buffer is full.
   */
  public boolean send(ProviderId to, List<OutboxMessage> messages) {
    return streams
        .find(to)
        .map(stream -> messages.stream().map(stream::send).reduce(true, Boolean::logicalAnd))
        .orElse(false);
  }

  public boolean isConnected(ProviderId provider) {
    return streams.find(provider).isPresent();
  }

  public Set<ProviderId> connectedProviders() {
    return streams.connected();
  }

  /**
   * Disconnects a provider whose certificate was revoked. Other servers notice the revocation
   * within a few seconds.
   */
  public void revoke(ProviderId provider) {
    streams.find(provider).ifPresent(stream -> stream.end(AgentAuthenticator.revoked(provider)));
  }

  /** Closes a provider's stream; the agent reconnects to this or another server. */
  public void disconnect(ProviderId provider) {
    Status reason = Status.UNAVAILABLE.withDescription("The server closed this stream.");
    streams.find(provider).ifPresent(stream -> stream.end(reason));
  }

  /** Ends all streams and calls and stops listening. */
  @Override
  public void close() {
    server.shutdown();
    reaper.stop();
    Status reason =
        Status.UNAVAILABLE.withDescription("This server is shutting down. Connect to another one.");
    streams.open().forEach(stream -> stream.end(reason));
    try {
      if (!server.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        server.shutdownNow().awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    var _ = acceptors.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
    var _ = eventLoops.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * @param threads 0 for the default of the library
   */
  private static EventLoopGroup eventLoops(int threads, String name) {
    return new MultiThreadIoEventLoopGroup(
        threads, Thread.ofPlatform().name(name).daemon().factory(), NioIoHandler.newFactory());
  }
}
