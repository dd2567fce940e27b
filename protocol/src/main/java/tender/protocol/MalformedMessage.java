package tender.protocol;

/** What came over the wire is not a message of the protocol, and why. */
public final class MalformedMessage extends Exception {
  public MalformedMessage(String message) {
    super(message);
  }

  public MalformedMessage(String message, Throwable cause) {
    super(message, cause);
  }
}
