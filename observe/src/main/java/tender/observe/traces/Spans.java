package tender.observe.traces;

/** Where spans go. */
@FunctionalInterface
public interface Spans {
  /** Takes a span, without waiting for anybody; it may be dropped. */
  void add(BagSpan span);
}
