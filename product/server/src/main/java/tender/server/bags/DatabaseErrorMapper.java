package tender.server.bags;

import tender.core.store.Store;
import tender.server.api.ApiException;

/** Says to people, in words of theirs, that the database is gone for now. */
public final class DatabaseErrorMapper {
  private DatabaseErrorMapper() {}

  /** Something that may find the database gone. */
  @FunctionalInterface
  interface DatabaseCall<T> {
    T get() throws InterruptedException;
  }

  public static <T> T mapErrors(DatabaseCall<T> work) {
    try {
      return work.get();
    } catch (Store.Unavailable e) {
      throw unavailable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(e);
    }
  }

  static ApiException unavailable(Exception cause) {
    ApiException refusal =
        new ApiException(
            ApiException.Kind.UNAVAILABLE,
            "The market's database is not to be reached just now.",
            "Try again in a few seconds; asking twice does no harm.");
    refusal.initCause(cause);
    return refusal;
  }
}
