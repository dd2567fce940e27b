package tender.server.market;

import tender.core.store.Store;
import tender.server.market.view.DeskRefusal;

/** Says to people, in words of theirs, that the database is gone for now. */
final class Guard {
  private Guard() {}

  /** Something that may find the database gone. */
  @FunctionalInterface
  interface Work<T> {
    T get() throws InterruptedException;
  }

  static <T> T guarded(Work<T> work) {
    try {
      return work.get();
    } catch (Store.Unavailable e) {
      throw unavailable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(e);
    }
  }

  static DeskRefusal unavailable(Exception cause) {
    DeskRefusal refusal =
        new DeskRefusal(
            DeskRefusal.Kind.UNAVAILABLE,
            "The market's database is not to be reached just now.",
            "Try again in a few seconds; asking twice does no harm.");
    refusal.initCause(cause);
    return refusal;
  }
}
