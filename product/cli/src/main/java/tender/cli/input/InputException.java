package tender.cli.input;

/**
 * An input file is invalid. The message is for the user: it has the position, the given value, the
 * expected value and the advice, and it is safe to print on a terminal.
 */
public final class InputException extends RuntimeException {
  InputException(String message) {
    super(message);
  }
}
