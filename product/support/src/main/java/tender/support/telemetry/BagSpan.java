package tender.support.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;

/**
 * A span in the trace of a bag. The trace id follows from the bag's id, and the span id from the
 * span's key, so that a span that is sent twice has the same id.
 *
 * @param key identifies the span within the bag
 * @param within key of the parent span; empty for the span of the whole bag
 * @param attributes by name
 * @param link to a span of another trace
 */
public record BagSpan(
    BagId bag,
    String name,
    String key,
    Optional<String> within,
    long startMillis,
    long endMillis,
    Map<String, Object> attributes,
    Optional<TraceParent> link) {
  /** The key of the span of the whole bag. */
  public static final String BAG_KEY = "bag";

  public BagSpan {
    attributes = new LinkedHashMap<>(attributes);
  }

  /** The span of the whole bag. */
  public static BagSpan whole(BagId bag, long startMillis, long endMillis) {
    return new BagSpan(
        bag,
        BAG_KEY,
        BAG_KEY,
        Optional.empty(),
        startMillis,
        endMillis,
        Map.of(),
        Optional.empty());
  }

  /** A child span. */
  public static BagSpan within(
      BagId bag, String within, String name, String about, long startMillis, long endMillis) {
    return new BagSpan(
        bag, name, about, Optional.of(within), startMillis, endMillis, Map.of(), Optional.empty());
  }

  /** The key of the span of a call, from the call to the reservations. */
  public static String key(CallId call) {
    return "tender " + call.round();
  }

  /** The key of the span of a part at its provider. */
  public static String key(ReservationId part) {
    return "part " + part.call().round() + "." + part.attempt() + "@" + part.provider();
  }

  /** A copy with a further attribute. */
  public BagSpan with(String attribute, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(attributes);
    more.put(attribute, value);
    return new BagSpan(bag, name, key, within, startMillis, endMillis, more, link);
  }

  /** A copy with a link to a span of another trace. */
  public BagSpan linked(Optional<TraceParent> to) {
    return new BagSpan(bag, name, key, within, startMillis, endMillis, attributes, to);
  }
}
