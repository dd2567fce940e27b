package tender.support.telemetry;

/** Receives spans. */
@FunctionalInterface
public interface SpanSink {
  /** Accepts a span without blocking; it may be dropped. */
  void add(BagSpan span);
}
