package tender.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;

/**
 * Several that look on. One that stumbles disturbs neither the others nor what it looks at.
 *
 * @param <T> what each is told by
 */
public final class Onlookers<T> {
  private static final Logger LOG = System.getLogger(Onlookers.class.getName());

  private final List<T> all;

  public Onlookers(List<? extends T> all) {
    this.all = List.copyOf(all);
  }

  /** Tells each of them. */
  public void tell(Consumer<T> what) {
    for (T one : all) {
      try {
        what.accept(one);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "Something that happened was not noted.", e);
      }
    }
  }
}
