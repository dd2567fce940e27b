package tender.support.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;

/**
 * A stretch of a bag's life. Its trace is the bag's: whoever knows the bag's id knows the trace's.
 * Within it a span is named by what it is about, so that one that is sent twice is the same.
 *
 * @param about what, unlike any other of the bag
 * @param within the span around it, by what that is about; empty for the bag itself
 * @param attributes further words and numbers, by their names
 * @param link to a span of somebody else's trace
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
  /** What the span of the whole bag is about. */
  public static final String BAG_KEY = "bag";

  public BagSpan {
    attributes = new LinkedHashMap<>(attributes);
  }

  /** The whole bag. */
  public static BagSpan whole(BagId bag, long startMillis, long endMillis) {
    return new BagSpan(
        bag, BAG_KEY, BAG_KEY, Optional.empty(), startMillis, endMillis, Map.of(), Optional.empty());
  }

  /** Something that happened to it. */
  public static BagSpan within(
      BagId bag, String within, String name, String about, long startMillis, long endMillis) {
    return new BagSpan(
        bag, name, about, Optional.of(within), startMillis, endMillis, Map.of(), Optional.empty());
  }

  /** What a span of a call, from calling to reserving, is about. */
  public static String key(CallId call) {
    return "tender " + call.round();
  }

  /** What a span of a part at its provider is about. */
  public static String key(ReservationId part) {
    return "part " + part.call().round() + "." + part.attempt() + "@" + part.provider();
  }

  /** The same, with something to say beside. */
  public BagSpan with(String attribute, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(attributes);
    more.put(attribute, value);
    return new BagSpan(bag, name, key, within, startMillis, endMillis, more, link);
  }

  /** The same, linked to a span in somebody else's trace. */
  public BagSpan linked(Optional<TraceParent> to) {
    return new BagSpan(bag, name, key, within, startMillis, endMillis, attributes, to);
  }
}
