package tender.support.transfer;

import java.io.IOException;

/** An object store answered a request with an error. */
public final class StoreRefusedException extends IOException {
  private static final long serialVersionUID = 1;

  private final int status;

  StoreRefusedException(String what, int status) {
    super("the object store answered with status " + status + " to " + what);
    this.status = status;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }
}
