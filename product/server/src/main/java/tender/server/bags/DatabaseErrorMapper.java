package tender.server.bags;

import tender.core.store.Store;
import tender.server.api.ApiException;

/** Maps database failures to {@link ApiException}. */
public final class DatabaseErrorMapper {
  private DatabaseErrorMapper() {}

  /** A call that may find the database unavailable. */
  @FunctionalInterface
  public interface DatabaseCall<T> {
    T get() throws InterruptedException;
  }

  public static <T> T mapErrors(DatabaseCall<T> call) {
    try {
      return call.get();
    } catch (Store.Unavailable e) {
      throw unavailable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(e);
    }
  }

  static ApiException unavailable(Exception cause) {
    ApiException exception =
        new ApiException(
            ApiException.Kind.UNAVAILABLE,
            "Database unavailable.",
            "Retry in a few seconds; repeating the request is safe.");
    exception.initCause(cause);
    return exception;
  }
}
