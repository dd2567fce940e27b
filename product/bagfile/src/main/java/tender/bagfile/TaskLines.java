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
import tender.support.text.InputChecks;

/**
 * The lines of a file, one task per line: task 0 has the first line.
 *
 * <p>A line ends with a line feed, with a carriage return and a line feed, or with the end of the
 * file. Empty lines are tasks too, so that the task index is the line number minus one. Only the
 * start positions of the lines are held in memory.
 */
public final class TaskLines implements Closeable {
  static final int MAX_LINE_BYTES = 64 << 10;

  private static final long MAX_FILE_BYTES = 1L << 30;

  private final Path file;
  private final FileChannel channel;

  /** The start position of each line, then the end of the file. */
  private final int[] lineStarts;

  private TaskLines(Path file, FileChannel channel, int[] begins) {
    this.file = file;
    this.channel = channel;
    this.lineStarts = begins;
  }

  /** Scans the whole file; rejects a file with lines that cannot be put into a command. */
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

  /** The number of lines. */
  public int tasks() {
    return lineStarts.length - 1;
  }

  /** A task's line without its line end. */
  public String line(int task) throws IOException {
    InputChecks.between(task, 0, tasks() - 1, "The task index");
    ByteBuffer line = ByteBuffer.allocate(lineStarts[task + 1] - lineStarts[task]);
    while (line.hasRemaining()) {
      if (channel.read(line, lineStarts[task] + (long) line.position()) < 0) {
        throw new IOException(file + " was truncated after it was opened.");
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
          "Line " + (task + 1) + " of " + file + " is not valid UTF-8. Save the file as UTF-8.", e);
    }
  }

  /** Finds the start positions of the lines and checks every line. */
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
      int position = 0;
      int length = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (length == line.length) {
          throw new IllegalArgumentException(
              "Line %s of %s is longer than %s bytes. Put long values into files, and the names of the files here."
                  .formatted(lines + 1, file, MAX_LINE_BYTES));
        }
        line[length++] = (byte) next;
        position++;
        if (next == '\n') {
          endLine(length, position);
          length = 0;
        }
      }
      if (length > 0) {
        endLine(length, position);
      }
      return Arrays.copyOf(lineStarts, lines + 1);
    }

    private void endLine(int length, int position) {
      decode(file, lines, line, length);
      if (++lines > TaskList.MAX_TASKS) {
        throw new IllegalArgumentException(
            file + " has more than " + TaskList.MAX_TASKS + " lines. Submit it as several bags.");
      }
      if (lines == lineStarts.length) {
        lineStarts = Arrays.copyOf(lineStarts, 2 * lines);
      }
      lineStarts[lines] = position;
    }
  }
}
