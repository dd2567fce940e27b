package tender.app.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** A minimal collector of spans, by OTLP over HTTP. */
final class SpanCollector implements AutoCloseable {
  private final HttpServer server;
  private final List<ReceivedSpan> spans = new ArrayList<>();

  /** A span and the service that sent it. */
  record ReceivedSpan(String service, Span span) {}

  SpanCollector() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::receive);
    server.start();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      var request = ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
      for (ResourceSpans resource : request.getResourceSpansList()) {
        String service = resource.getResource().getAttributes(0).getValue().getStringValue();
        for (ScopeSpans scope : resource.getScopeSpansList()) {
          scope.getSpansList().forEach(span -> add(new ReceivedSpan(service, span)));
        }
      }
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private synchronized void add(ReceivedSpan span) {
    spans.add(span);
  }

  /** All spans received so far. */
  synchronized List<ReceivedSpan> spans() {
    return List.copyOf(spans);
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
