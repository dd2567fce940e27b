package tender.agent.container;

/**
 * An image cannot be used, and trying again would not help. The message is for the image's user.
 */
final class InvalidImageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int MAX_LENGTH = 1_000;

  InvalidImageException(String message) {
    super(printable(message));
  }

  /** Messages of other programs may contain text of the image's author. */
  private static String printable(String message) {
    String line = message.replaceAll("[^\\P{C}]+", " ").strip();
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "…";
  }
}
