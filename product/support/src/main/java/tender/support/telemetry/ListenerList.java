package tender.support.telemetry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;

/**
 * Several that look on. One that stumbles disturbs neither the others nor what it looks at.
 *
 * @param <T> what each is told by
 */
public final class ListenerList<T> {
  private static final Logger LOG = System.getLogger(ListenerList.class.getName());

  private final List<T> listeners;

  public ListenerList(List<? extends T> all) {
    this.listeners = List.copyOf(all);
  }

  /** Tells each of them. */
  public void publish(Consumer<T> what) {
    for (T one : listeners) {
      try {
        what.accept(one);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "Something that happened was not noted.", e);
      }
    }
  }
}
