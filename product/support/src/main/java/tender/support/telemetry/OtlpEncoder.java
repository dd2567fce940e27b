package tender.support.telemetry;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tender.core.model.BagId;

/** Encodes spans in the protocol of OpenTelemetry collectors. */
final class OtlpEncoder {
  private final Resource resource;

  /**
   * @param service name of the program
   * @param instance distinguishes several instances of the program
   */
  OtlpEncoder(String service, String instance) {
    resource =
        Resource.newBuilder()
            .addAttributes(attribute("service.name", service))
            .addAttributes(attribute("service.instance.id", instance))
            .build();
  }

  ExportTraceServiceRequest request(List<BagSpan> spans) {
    ScopeSpans.Builder scope =
        ScopeSpans.newBuilder().setScope(InstrumentationScope.newBuilder().setName("tender"));
    spans.forEach(span -> scope.addSpans(span(span)));
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(ResourceSpans.newBuilder().setResource(resource).addScopeSpans(scope))
        .build();
  }

  private static Span span(BagSpan span) {
    BagId bag = span.bag();
    Span.Builder builder =
        Span.newBuilder()
            .setTraceId(SpanIds.trace(bag))
            .setSpanId(SpanIds.span(bag, span.key()))
            .setName(span.name())
            .setKind(Span.SpanKind.SPAN_KIND_INTERNAL)
            .setStartTimeUnixNano(TimeUnit.MILLISECONDS.toNanos(span.startMillis()))
            .setEndTimeUnixNano(TimeUnit.MILLISECONDS.toNanos(span.endMillis()))
            .addAttributes(attribute("tender.bag", bag.value()));
    span.within().ifPresent(around -> builder.setParentSpanId(SpanIds.span(bag, around)));
    span.attributes().forEach((name, value) -> builder.addAttributes(attribute(name, value)));
    span.link()
        .ifPresent(
            to ->
                builder.addLinks(
                    Span.Link.newBuilder().setTraceId(to.trace()).setSpanId(to.span())));
    return builder.build();
  }

  private static KeyValue attribute(String name, Object value) {
    AnyValue.Builder any = AnyValue.newBuilder();
    switch (value) {
      case Boolean truth -> any.setBoolValue(truth);
      case Integer number -> any.setIntValue(number);
      case Long number -> any.setIntValue(number);
      default -> any.setStringValue(value.toString());
    }
    return KeyValue.newBuilder().setKey(name).setValue(any).build();
  }
}
