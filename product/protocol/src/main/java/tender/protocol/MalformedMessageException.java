package tender.protocol;

/** What came over the wire is not a message of the protocol, and why. */
public final class MalformedMessageException extends Exception {
  public MalformedMessageException(String message) {
    super(message);
  }

  public MalformedMessageException(String message, Throwable cause) {
    super(message, cause);
  }
}
