package tender.server.observe;

import java.util.List;
import java.util.Optional;
import tender.observe.Onlookers;
import tender.server.market.view.BagView;
import tender.server.rest.RequestWatch;

/** Several that look on while people are answered. */
public final class RequestWatches implements RequestWatch {
  private final Onlookers<RequestWatch> all;

  public RequestWatches(List<RequestWatch> all) {
    this.all = new Onlookers<>(all);
  }

  @Override
  public void answered(String method, String route, int status, long nanos) {
    all.tell(one -> one.answered(method, route, status, nanos));
  }

  @Override
  public void handedIn(BagView bag, long nanos, Optional<String> traceParent) {
    all.tell(one -> one.handedIn(bag, nanos, traceParent));
  }
}
