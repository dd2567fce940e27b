package tender.server.store.content;

/** Uploaded content was rejected. */
public final class BlobRejectedException extends Exception {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Why the content was rejected. */
  public enum Reason {
    /** It is larger than allowed. */
    TOO_LARGE,
    /** It does not match its digest. */
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
