package tender.server.store.uploads;

/** A direct upload cannot be begun, continued or completed as requested. */
public final class UploadRejectedException extends Exception {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Why it was rejected. */
  public enum Reason {
    /** The owner has too many open uploads. */
    TOO_MANY,
    /** The owner would store more than it may. */
    QUOTA_EXCEEDED,
    /** The owner has no such open upload, or the store does not know it. */
    UNKNOWN,
    /** A part number, a number of parts, or a tag is wrong, or a part is missing. */
    WRONG_PARTS
  }

  public UploadRejectedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
