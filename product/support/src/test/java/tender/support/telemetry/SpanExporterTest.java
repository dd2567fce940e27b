package tender.support.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;

@Timeout(60)
class SpanExporterTest {
  private static final BagId BAG = new BagId("b1");

  private final BlockingQueue<Span> received = new LinkedBlockingQueue<>();
  private volatile int status = 200;
  private HttpServer collector;

  @BeforeEach
  void listen() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          var request = ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
          if (status == 200) {
            request
                .getResourceSpans(0)
                .getScopeSpansList()
                .forEach(scope -> received.addAll(scope.getSpansList()));
          }
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    collector.start();
  }

  @AfterEach
  void stop() {
    collector.stop(0);
  }

  private SpanExporter exporter() {
    return new SpanExporter(
        "http://127.0.0.1:" + collector.getAddress().getPort() + "/", "test", "one");
  }

  @Test
  void spanIdsFollowFromBagAndKey() throws InterruptedException {
    ReservationId part = new ReservationId(new CallId(BAG, 1), 2, new ProviderId("north"));
    Optional<TraceParent> link =
        TraceParent.parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    BagSpan span =
        BagSpan.within(BAG, BagSpan.BAG_KEY, "part", BagSpan.key(part), 1_000, 2_500)
            .with("tender.tasks", 7)
            .linked(link);
    try (SpanExporter server = exporter();
        SpanExporter agent = exporter()) {
      server.add(span);
      agent.add(span);
      Span first = received.take();
      assertThat(received.take()).isEqualTo(first);
      assertThat(first.getTraceId()).isEqualTo(SpanIds.trace(BAG));
      assertThat(first.getTraceId().size()).isEqualTo(16);
      assertThat(first.getSpanId().size()).isEqualTo(8);
      assertThat(first.getParentSpanId()).isEqualTo(SpanIds.span(BAG, "bag"));
      assertThat(first.getEndTimeUnixNano() - first.getStartTimeUnixNano())
          .isEqualTo(TimeUnit.MILLISECONDS.toNanos(1_500));
      assertThat(first.getAttributes(1).getValue().getIntValue()).isEqualTo(7);
      assertThat(first.getLinks(0).getTraceId()).isEqualTo(link.orElseThrow().trace());
    }
  }

  @Test
  void rejectedSpansAreDroppedWithoutBlocking() throws InterruptedException {
    status = 400;
    try (SpanExporter exporter = exporter()) {
      int added = 100_000;
      for (int i = 0; i < added; i++) {
        exporter.add(BagSpan.whole(BAG, i, i + 1));
      }
      while (exporter.dropped() < added) {
        Thread.sleep(5);
      }
      assertThat(exporter.sent()).isZero();
      status = 200;
      exporter.add(BagSpan.whole(BAG, 1, 2));
      assertThat(received.take().getName()).isEqualTo("bag");
    }
  }

  @Test
  void queuedSpansAreSentOnClose() {
    try (SpanExporter exporter = exporter()) {
      exporter.add(BagSpan.whole(BAG, 1, 2));
    }
    assertThat(received).hasSize(1);
  }

  @Test
  void invalidCollectorUrlIsRejected() {
    assertThatThrownBy(() -> new SpanExporter("localhost:4318", "test", "one"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'trace_endpoint' is 'localhost:4318'");
  }
}
