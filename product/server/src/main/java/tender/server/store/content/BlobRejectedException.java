package tender.server.store.content;

/** Content that is not taken in. */
public final class BlobRejectedException extends Exception {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Why not. */
  public enum Reason {
    /** It has more bytes than it may have. */
    TOO_LARGE,
    /** It is not what its digest says. */
    WRONG_DIGEST
  }

  BlobRejectedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
