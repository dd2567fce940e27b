package tender.server.notifications;

/**
 * A notification was not delivered. The message is for the user, without a period, and names what
 * failed.
 */
final class DeliveryException extends Exception {
  private final boolean isOfMessage;

  DeliveryException(String message) {
    super(message);
    isOfMessage = false;
  }

  DeliveryException(String message, Throwable cause) {
    super(message, cause);
    isOfMessage = false;
  }

  private DeliveryException(String message, boolean isOfMessage) {
    super(message);
    this.isOfMessage = isOfMessage;
  }

  /** The receiver works, but did not accept this message. */
  static DeliveryException rejected(String message) {
    return new DeliveryException(message, true);
  }

  /** Whether other messages may be accepted. */
  boolean isOfMessage() {
    return isOfMessage;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
