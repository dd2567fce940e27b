package tender.agent.batch;

/** The batch system did not do what it was asked. The message has what it said. */
public final class BatchSystemException extends RuntimeException {
  /** What that means for who asked. */
  public enum Kind {
    /** It did not answer, and may or may not have done it: ask again later. */
    UNREACHABLE,
    /** It answered, and will not do it: asking again in the same way is of no use. */
    REFUSED
  }

  private final Kind kind;

  public BatchSystemException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public BatchSystemException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** A batch system printed something that nobody here knows. */
  public static BatchSystemException unparsable(String batchSystem, String what, String text) {
    return new BatchSystemException(
        Kind.REFUSED,
        "%s printed '%s' as %s, which is not understood. Maybe its version is too new."
            .formatted(batchSystem, text.substring(0, Math.min(text.length(), 200)), what));
  }

  public Kind kind() {
    return kind;
  }
}
