package tender.support.transfer;

import java.io.IOException;

/** A file became shorter while it was sent. */
public final class FileChangedException extends IOException {
  private static final long serialVersionUID = 1;

  FileChangedException() {
    super("the file became shorter while it was sent");
  }
}
