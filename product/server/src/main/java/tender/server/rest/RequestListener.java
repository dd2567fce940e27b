package tender.server.rest;

import java.util.Optional;
import tender.server.api.view.BagView;

/** Looks on while requests are answered, and changes nothing. */
public interface RequestListener {
  /** What stands for the path of a request that nobody serves: there is no end of those. */
  String NO_ROUTE = "none";

  /** One that does not look. */
  RequestListener NONE = new RequestListener() {};

  /**
   * A request was answered; a stream of events, when it has ended.
   *
   * @param route the path as in the OpenAPI document, with parameters in braces
   */
  default void requestAnswered(String method, String route, int status, long nanos) {}

  /**
   * A bag was handed in, perhaps again under the same key.
   *
   * @param nanos how long that took, apart from reading the request
   * @param traceParent in which trace of its own the caller says it does this, unchecked
   */
  default void bagSubmitted(BagView bag, long nanos, Optional<String> traceParent) {}
}
