package tender.support.transfer;

import java.io.IOException;

/** No request to an object store has succeeded, so that the content must go another way. */
public final class StoreUnreachableException extends IOException {
  private static final long serialVersionUID = 1;

  StoreUnreachableException(IOException cause) {
    super("The object store cannot be reached", cause);
  }
}
