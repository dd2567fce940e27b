package tender.work;

import java.io.IOException;

/** A pack of results is not as {@link ResultPack} says, so that nothing of it may be believed. */
public final class BadPackException extends IOException {
  BadPackException(String message) {
    super(message);
  }

  BadPackException(String message, Throwable cause) {
    super(message, cause);
  }
}
