package tender.app.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.TlsServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.link.MarketLink;
import tender.agent.link.ServerAddress;
import tender.core.model.ProviderId;
import tender.protocol.PemBundle;
import tender.protocol.v1.AgentsGrpc;
import tender.server.agents.AgentGateway;
import tender.server.agents.limits.ConnectionLimits;

/** Many agents connect at the same time to a server that can register only few of them. */
@Tag("live")
class ConnectionStormTest {
  private static final int AGENTS = 150;

  @TempDir Path folder;
  private final LogRecorder log = new LogRecorder();
  private LinkTestMarket market;

  @BeforeEach
  void begin() {
    market = new LinkTestMarket(folder);
    log.install();
  }

  @AfterEach
  void end() {
    log.remove();
    market.close();
  }

  @Test
  void allAgentsGetInWithoutAnError() throws Exception {
    market.limits = new ConnectionLimits(AGENTS, 1);
    AgentGateway server = market.server();
    List<String> names = IntStream.range(0, AGENTS).mapToObj(i -> "provider-" + i).toList();
    names.forEach(name -> market.enrol(name, server));
    market.handler.authenticationMillis = 10;
    List<MarketLink> links = new ArrayList<>();
    names.forEach(name -> links.add(market.link(name, message -> {}, server)));
    LinkTestMarket.await("all connected", () -> links.stream().allMatch(MarketLink::isConnected));
    LinkTestMarket.await("all registered", () -> server.connectedProviders().size() == AGENTS);

    assertThat(market.handler.maxConcurrentAuthentications).hasValue(1);
    assertThat(log.messages(Level.INFO)).anyMatch(line -> line.startsWith("The server is busy"));
    assertThat(log.messages(Level.WARNING)).isEmpty();
    assertThat(market.handler.connectionLog).hasSize(AGENTS);
    assertThat(market.handler.displaced).isEmpty();
  }

  @Test
  void hostileDelayDoesNotKeepAnAgentFromOtherServers() throws Exception {
    AgentGateway server = market.server();
    market.enrol("physics", server);
    for (String delay : List.of("-1", "abc", "9".repeat(40))) {
      AtomicInteger calls = new AtomicInteger();
      Server hostile = rejectingServer(delay, calls);
      try {
        List<ServerAddress> hostileOnly =
            List.of(new ServerAddress("localhost", hostile.getPort()));
        MarketLink rejected = market.link("physics", message -> {}, hostileOnly);
        LinkTestMarket.await("repeated by its own backoff", () -> calls.get() > 2);
        rejected.close();
        MarketLink link =
            market.link(
                "physics",
                message -> {},
                List.of(hostileOnly.getFirst(), new ServerAddress("localhost", server.port())));
        LinkTestMarket.await("connected elsewhere", link::isConnected);
        link.close();
        LinkTestMarket.await("disconnected", () -> !server.isConnected(new ProviderId("physics")));
      } finally {
        hostile.shutdownNow();
      }
    }
  }

  /** A server of the market that rejects every call with this delay. */
  private Server rejectingServer(String delay, AtomicInteger calls) throws Exception {
    PemBundle own = market.handler.authority.issueServer(List.of("localhost"), Duration.ofHours(1));
    Metadata trailers = new Metadata();
    trailers.put(
        Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER), delay);
    return NettyServerBuilder.forAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            TlsServerCredentials.newBuilder()
                .keyManager(stream(PemBundle.text(own.certificate())), stream(own.keyText()))
                .build())
        .addService(
            ServerInterceptors.intercept(
                new AgentsGrpc.AgentsImplBase() {},
                List.of(
                    new ServerInterceptor() {
                      @Override
                      public <Q, R> ServerCall.Listener<Q> interceptCall(
                          ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
                        calls.incrementAndGet();
                        call.close(Status.RESOURCE_EXHAUSTED, trailers);
                        return new ServerCall.Listener<>() {};
                      }
                    })))
        .build()
        .start();
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Records what links log. */
  private static final class LogRecorder extends Handler {
    private static final Logger LINKS = Logger.getLogger(MarketLink.class.getName());
    private final ConcurrentLinkedQueue<LogRecord> lines = new ConcurrentLinkedQueue<>();

    void install() {
      LINKS.setLevel(Level.INFO);
      LINKS.setUseParentHandlers(false);
      LINKS.addHandler(this);
    }

    void remove() {
      LINKS.removeHandler(this);
      LINKS.setUseParentHandlers(true);
      LINKS.setLevel(null);
    }

    /** The messages of this level and above. */
    List<String> messages(Level level) {
      return lines.stream()
          .filter(line -> line.getLevel().intValue() >= level.intValue())
          .map(LogRecord::getMessage)
          .toList();
    }

    @Override
    public void publish(LogRecord line) {
      lines.add(line);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
