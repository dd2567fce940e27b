package tender.protocol;

/** Received bytes are not a valid message of the protocol. */
public final class MalformedMessageException extends Exception {
  public MalformedMessageException(String message) {
    super(message);
  }

  public MalformedMessageException(String message, Throwable cause) {
    super(message, cause);
  }
}
