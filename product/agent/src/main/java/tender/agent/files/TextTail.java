package tender.agent.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads the end of a text that a task has written. */
public final class TextTail {
  private TextTail() {}

  /**
   * Returns the end of a file; empty if there is no regular file or it cannot be read.
   *
   * @param trusted a folder that tasks cannot replace
   * @param folder below the trusted one
   */
  public static String read(Path trusted, Path folder, String name, int maxBytes) {
    Path file = Path.of(name);
    try (UntrustedFolder opened = UntrustedFolder.open(trusted, folder)) {
      if (!opened.attributes(file).isRegularFile()) {
        return "";
      }
      try (SeekableByteChannel channel = opened.file(file)) {
        long bytes = channel.size();
        try (InputStream in = new FileExcerpt(channel, Math.max(0, bytes - maxBytes), bytes)) {
          return new String(in.readNBytes(maxBytes), StandardCharsets.UTF_8);
        }
      }
    } catch (IOException e) {
      // The text is a help for the user, and the task may have deleted it.
      return "";
    }
  }
}
