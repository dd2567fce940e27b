package tender.bagfile;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The lines of a file, of which each makes a task: task 0 has the first.
 *
 * <p>A line ends with a line feed, or with a carriage return and a line feed; the last may end with
 * the file. Every line counts, also an empty one, so that a task's number is its line's less one.
 * Only where lines begin is held in memory.
 */
public final class TaskLines implements Closeable {
  static final int MAX_LINE_BYTES = 64 << 10;

  private static final long MAX_FILE_BYTES = 1L << 30;

  private final Path file;
  private final FileChannel channel;

  /** Where each line begins, and behind the last where the next would. */
  private final int[] lineStarts;

  private TaskLines(Path file, FileChannel channel, int[] begins) {
    this.file = file;
    this.channel = channel;
    this.lineStarts = begins;
  }

  /** Reads all of a file once and refuses one whose lines cannot be put into a command. */
  public static TaskLines open(Path file) throws IOException {
    long bytes = Files.size(file);
    if (bytes == 0 || bytes > MAX_FILE_BYTES) {
      throw new IllegalArgumentException(
          file + " has " + bytes + " bytes, and must have from 1 to " + MAX_FILE_BYTES + ".");
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      int[] begins = new Scanner(file, in).lineStarts();
      return new TaskLines(file, FileChannel.open(file), begins);
    }
  }

  /** How many lines there are. */
  public int tasks() {
    return lineStarts.length - 1;
  }

  /** A task's line, without its end. */
  public String line(int task) throws IOException {
    InputChecks.between(task, 0, tasks() - 1, "A task's number");
    ByteBuffer line = ByteBuffer.allocate(lineStarts[task + 1] - lineStarts[task]);
    while (line.hasRemaining()) {
      if (channel.read(line, lineStarts[task] + (long) line.position()) < 0) {
        throw new IOException(file + " has become shorter since it was opened.");
      }
    }
    return decode(file, task, line.array(), line.capacity());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static String decode(Path file, int task, byte[] bytes, int length) {
    int end = length;
    if (end > 0 && bytes[end - 1] == '\n') {
      end -= end > 1 && bytes[end - 2] == '\r' ? 2 : 1;
    }
    try {
      String line =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, end)).toString();
      return InputChecks.text(line, MAX_LINE_BYTES, "Line " + (task + 1) + " of " + file);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "Line " + (task + 1) + " of " + file + " is not text in UTF-8. Save it as such.", e);
    }
  }

  /** Goes through a file once, looking at every line. */
  private static final class Scanner {
    private final Path file;
    private final InputStream in;
    private final byte[] line = new byte[MAX_LINE_BYTES + 2];
    private int[] lineStarts = new int[16];
    private int lines;

    Scanner(Path file, InputStream in) {
      this.file = file;
      this.in = in;
    }

    int[] lineStarts() throws IOException {
      int at = 0;
      int length = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (length == line.length) {
          throw new IllegalArgumentException(
              "Line "
                  + (lines + 1)
                  + " of "
                  + file
                  + " is longer than "
                  + MAX_LINE_BYTES
                  + " bytes. Put what is longer into files, and their names here.");
        }
        line[length++] = (byte) next;
        at++;
        if (next == '\n') {
          endLine(length, at);
          length = 0;
        }
      }
      if (length > 0) {
        endLine(length, at);
      }
      return Arrays.copyOf(lineStarts, lines + 1);
    }

    private void endLine(int length, int at) {
      decode(file, lines, line, length);
      if (++lines > TaskList.MAX_TASKS) {
        throw new IllegalArgumentException(
            file + " has more than " + TaskList.MAX_TASKS + " lines. Submit it as several bags.");
      }
      if (lines == lineStarts.length) {
        lineStarts = Arrays.copyOf(lineStarts, 2 * lines);
      }
      lineStarts[lines] = at;
    }
  }
}
