package tender.cli.client;

import tender.cli.input.Printable;

/** The market did not do what was asked; the message says why, and what to do. */
public final class RequestRefusedException extends RuntimeException {
  private static final int LONGEST = 2_000;

  private final int status;

  RequestRefusedException(int status, String detail, String advice) {
    super(Printable.upTo(LONGEST, detail) + "\n" + Printable.upTo(LONGEST, advice));
    this.status = status;
  }

  /** Of HTTP. */
  public int status() {
    return status;
  }
}
