package tender.agent.batch;

/** The batch system did not execute a request. The message contains its answer. */
public final class BatchSystemException extends RuntimeException {
  /** What the failure means for the caller. */
  public enum Kind {
    /** No answer: the request may or may not have been executed. Retry later. */
    UNREACHABLE,
    /** The batch system rejected the request. Retrying the same request is useless. */
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

  /** The batch system printed output that the agent cannot parse. */
  public static BatchSystemException unparsable(String batchSystem, String what, String text) {
    return new BatchSystemException(
        Kind.REFUSED,
        "Cannot parse '%s', printed by %s as %s. Its version may not be supported."
            .formatted(text.substring(0, Math.min(text.length(), 200)), batchSystem, what));
  }

  public Kind kind() {
    return kind;
  }
}
