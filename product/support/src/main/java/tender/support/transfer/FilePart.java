package tender.support.transfer;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A part of a file, which may be read several times, and counts how much of it was read. */
final class FilePart {
  private final FileChannel file;
  private final long fromByte;
  private final long bytes;
  private final TransferListener listener;
  private long readBytes;

  FilePart(FileChannel file, long fromByte, long bytes, TransferListener listener) {
    this.file = file;
    this.fromByte = fromByte;
    this.bytes = bytes;
    this.listener = listener;
  }

  InputStream open() {
    reset();
    return new PartStream();
  }

  /** Nothing counts as read. */
  synchronized void reset() {
    listener.transferred(-readBytes);
    readBytes = 0;
  }

  private synchronized void count(int more) {
    readBytes += more;
    listener.transferred(more);
  }

  private final class PartStream extends InputStream {
    private long at;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (at == bytes) {
        return -1;
      }
      int wanted = (int) Math.min(length, bytes - at);
      int found = file.read(ByteBuffer.wrap(into, offset, wanted), fromByte + at);
      if (found < 0) {
        throw new EOFException("the file became shorter while it was read");
      }
      at += found;
      count(found);
      return found;
    }
  }
}
