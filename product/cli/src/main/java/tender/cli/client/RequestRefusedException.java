package tender.cli.client;

import tender.support.input.Printable;

/** The server refused a request; the message gives the reason and the advice. */
public final class RequestRefusedException extends RuntimeException {
  private static final int MAX_LENGTH = 2_000;

  private final int status;

  RequestRefusedException(int status, String detail, String advice) {
    super(Printable.upTo(MAX_LENGTH, detail) + "\n" + Printable.upTo(MAX_LENGTH, advice));
    this.status = status;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }
}
