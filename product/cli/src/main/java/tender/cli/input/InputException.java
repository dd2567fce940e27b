package tender.cli.input;

/**
 * What the user handed in cannot be used. The message is for the user: it says where, what was
 * given, what was expected and what to do next, and it is safe to print on a terminal.
 */
public final class InputException extends RuntimeException {
  InputException(String message) {
    super(message);
  }
}
