package tender.server.rest;

import java.util.Optional;
import tender.server.api.view.BagView;

/** Observes requests and changes nothing. */
public interface RequestListener {
  /** The route of requests for unknown paths, whose number is unlimited. */
  String NO_ROUTE = "none";

  /** A listener that does nothing. */
  RequestListener NONE = new RequestListener() {};

  /**
   * A request was answered, or an event stream has ended.
   *
   * @param route the path as in the OpenAPI document, with parameters in braces
   */
  default void requestAnswered(String method, String route, int status, long nanos) {}

  /**
   * A bag was submitted, perhaps repeatedly with the same key.
   *
   * @param nanos the duration without reading the request
   * @param traceParent the client's trace context header, not validated
   */
  default void bagSubmitted(BagView bag, long nanos, Optional<String> traceParent) {}
}
