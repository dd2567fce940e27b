package tender.bagfile.inputs;

import java.io.IOException;

/** An input pack violates the format of {@link InputPackReader}; nothing in it may be used. */
public final class InvalidInputPackException extends IOException {
  InvalidInputPackException(String message) {
    super(message);
  }
}
