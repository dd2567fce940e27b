package tender.server.telemetry;

import java.util.List;
import java.util.Optional;
import tender.server.api.view.BagView;
import tender.server.rest.RequestListener;
import tender.support.telemetry.ListenerList;

/** Forwards request events to several listeners. */
public final class CompositeRequestListener implements RequestListener {
  private final ListenerList<RequestListener> all;

  public CompositeRequestListener(List<RequestListener> all) {
    this.all = new ListenerList<>(all);
  }

  @Override
  public void requestAnswered(String method, String route, int status, long nanos) {
    all.publish(one -> one.requestAnswered(method, route, status, nanos));
  }

  @Override
  public void bagSubmitted(BagView bag, long nanos, Optional<String> traceParent) {
    all.publish(one -> one.bagSubmitted(bag, nanos, traceParent));
  }
}
