package tender.support.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;

/**
 * Notifies several listeners. A listener that fails affects neither the others nor the caller.
 *
 * @param <T> the listener interface
 */
public final class ListenerList<T> {
  private static final Logger LOG = System.getLogger(ListenerList.class.getName());

  private final List<T> listeners;

  public ListenerList(List<? extends T> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  /** Calls each listener. */
  public void publish(Consumer<T> event) {
    for (T listener : listeners) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "Listener failed.", e);
      }
    }
  }
}
