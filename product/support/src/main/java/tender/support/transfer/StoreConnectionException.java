package tender.support.transfer;

import java.io.IOException;

/** An object store gave no answer. */
final class StoreConnectionException extends IOException {
  private static final long serialVersionUID = 1;

  StoreConnectionException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
