package tender.support.transfer;

/** An upload ended before it was complete, or a part is missing; it must begin again. */
public final class UploadLostException extends Exception {
  private static final long serialVersionUID = 1;

  public UploadLostException(String message) {
    super(message);
  }
}
