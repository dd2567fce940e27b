package tender.server.store.content;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Supplier;
import tender.core.store.Store;

/**
 * Content that may be moved to another store while it is read. A reader that finds the former copy
 * deleted continues with the present one, at the same byte.
 */
final class MovableStream extends InputStream {
  private final Supplier<Optional<ContentLocation>> locate;
  private final Source source;
  private ContentLocation location;
  private InputStream content;
  private long at;

  /** Opens content at a location. */
  @FunctionalInterface
  interface Source {
    InputStream open(ContentLocation location, long fromByte);
  }

  /**
   * Opens the content.
   *
   * @param locate finds the present location
   * @param found the location that was found first
   * @param fromByte less than the content has
   */
  MovableStream(
      Supplier<Optional<ContentLocation>> locate,
      Source source,
      ContentLocation found,
      long fromByte) {
    this.locate = locate;
    this.source = source;
    location = found;
    at = fromByte;
    content = openHere();
  }

  private InputStream openHere() {
    while (true) {
      try {
        return source.open(location, at);
      } catch (Store.Unavailable e) {
        follow(e);
      }
    }
  }

  /** Finds the content at its present location; fails if it has not moved. */
  private void follow(Store.Unavailable failure) {
    ContentLocation present = locate.get().orElseThrow(() -> failure);
    if (present.id().equals(location.id())) {
      throw failure;
    }
    location = present;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (at < location.bytes()) {
      try {
        int read = content.read(into, offset, length);
        if (read > 0) {
          at += read;
          return read;
        }
        throw new Store.Unavailable(
            "Content %s ends after %d of %d bytes.".formatted(location.id(), at, location.bytes()));
      } catch (Store.Unavailable e) {
        follow(e);
        content.close();
        content = openHere();
      }
    }
    return -1;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
