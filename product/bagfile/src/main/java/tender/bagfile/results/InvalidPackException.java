package tender.bagfile.results;

import java.io.IOException;

/** A result pack violates the format of {@link ResultPack}; nothing in it may be used. */
public final class InvalidPackException extends IOException {
  InvalidPackException(String message) {
    super(message);
  }

  InvalidPackException(String message, Throwable cause) {
    super(message, cause);
  }
}
