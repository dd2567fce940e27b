package tender.server.observe;

import java.util.List;
import java.util.Optional;
import tender.server.market.view.BagView;
import tender.server.rest.RequestWatch;

/** Several that look on while people are answered. */
public final class RequestWatches implements RequestWatch {
  private final List<RequestWatch> all;

  public RequestWatches(List<RequestWatch> all) {
    this.all = List.copyOf(all);
  }

  @Override
  public void answered(String method, String route, int status, long nanos) {
    all.forEach(one -> one.answered(method, route, status, nanos));
  }

  @Override
  public void handedIn(BagView bag, long nanos, Optional<String> traceParent) {
    all.forEach(one -> one.handedIn(bag, nanos, traceParent));
  }
}
