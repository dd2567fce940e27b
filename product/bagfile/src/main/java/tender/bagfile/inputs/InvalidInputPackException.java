package tender.bagfile.inputs;

import java.io.IOException;

/** An input pack violates the format of {@link InputPackReader}; nothing in it may be used. */
public final class InvalidInputPackException extends IOException {
  private static final long serialVersionUID = 1;

  public InvalidInputPackException(String message) {
    super(message);
  }
}
