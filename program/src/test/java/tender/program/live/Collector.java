package tender.program.live;

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

/** A small collector of spans, by OTLP over HTTP. */
final class Collector implements AutoCloseable {
  private final HttpServer server;
  private final List<Seen> seen = new ArrayList<>();

  /** A span and which program sent it. */
  record Seen(String service, Span span) {}

  Collector() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      var request = ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
      for (ResourceSpans resource : request.getResourceSpansList()) {
        String service = resource.getResource().getAttributes(0).getValue().getStringValue();
        for (ScopeSpans scope : resource.getScopeSpansList()) {
          scope.getSpansList().forEach(span -> add(new Seen(service, span)));
        }
      }
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private synchronized void add(Seen one) {
    seen.add(one);
  }

  /** All that has come so far. */
  synchronized List<Seen> seen() {
    return List.copyOf(seen);
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
