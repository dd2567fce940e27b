package tender.support.telemetry;

/** Where spans go. */
@FunctionalInterface
public interface SpanSink {
  /** Takes a span, without waiting for anybody; it may be dropped. */
  void add(BagSpan span);
}
