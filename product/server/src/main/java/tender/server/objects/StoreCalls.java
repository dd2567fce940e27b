package tender.server.objects;

import java.io.UncheckedIOException;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import tender.core.store.Store;

/** Requests to an object store, whose failures become {@link Store.Unavailable}. */
record StoreCalls(ObjectStoreSettings settings) {
  <T> T attempt(String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (SdkException | UncheckedIOException e) {
      // The JDK's client throws the latter if a connection breaks.
      throw unavailable(what, e);
    }
  }

  Store.Unavailable unavailable(String what, Exception cause) {
    Store.Unavailable unavailable =
        new Store.Unavailable(
            "Object store %s: cannot %s: %s"
                .formatted(settings, what, String.valueOf(cause.getMessage())));
    unavailable.initCause(cause);
    return unavailable;
  }
}
