package tender.agent.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/** A range of bytes of an open file; shorter if the file has shrunk. */
final class FileExcerpt extends InputStream {
  private final SeekableByteChannel file;
  private final long until;
  private long at;

  FileExcerpt(SeekableByteChannel file, long from, long until) {
    this.file = file;
    this.at = from;
    this.until = until;
  }

  /**
   * The whole file at its current size, or head and tail of a file that is larger than the limit.
   */
  static InputStream headAndTail(SeekableByteChannel file, long largestBytes) throws IOException {
    long bytes = file.size();
    if (bytes <= largestBytes) {
      return new FileExcerpt(file, 0, bytes);
    }
    long half = largestBytes / 2;
    String notice = "\n[tender: %d bytes omitted]\n".formatted(bytes - 2 * half);
    return new SequenceInputStream(
        Collections.enumeration(
            List.of(
                new FileExcerpt(file, 0, half),
                new ByteArrayInputStream(notice.getBytes(StandardCharsets.UTF_8)),
                new FileExcerpt(file, bytes - half, bytes))));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (at >= until) {
      return -1;
    }
    file.position(at);
    int read = file.read(ByteBuffer.wrap(buffer, offset, (int) Math.min(length, until - at)));
    at += Math.max(read, 0);
    return read;
  }
}
