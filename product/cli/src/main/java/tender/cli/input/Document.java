package tender.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The text of a file, of which nothing is believed yet.
 *
 * @param name of the file, safe to print
 */
record Document(String name, String text) {
  /** Room for a queue of 200,000 jobs, and too little to fill a small machine's memory. */
  private static final int LARGEST_MEBIBYTES = 16;

  private static final int LARGEST_BYTES = LARGEST_MEBIBYTES << 20;
  private static final int LONGEST_NAME = 4096;
  private static final String BYTE_ORDER_MARK = "\ufeff";

  /** Reads a file, or standard input if its name is {@code -}. */
  static Document read(String file) {
    String name = file.equals("-") ? "standard input" : Printable.upTo(LONGEST_NAME, file);
    try {
      byte[] bytes = file.equals("-") ? System.in.readNBytes(LARGEST_BYTES + 1) : bytes(file, name);
      if (bytes.length > LARGEST_BYTES) {
        throw new InputException(
            name
                + ": is larger than "
                + LARGEST_MEBIBYTES
                + " MiB, the most that is read.\n"
                + "Leave out what does not matter here.");
      }
      return new Document(name, decode(bytes, name));
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + name + " failed: " + e.getMessage(), e);
    }
  }

  private static byte[] bytes(String file, String name) throws IOException {
    try {
      Path path = Path.of(file);
      if (Files.isDirectory(path)) {
        throw new InputException(
            name + ": is a directory.\nGive the YAML file in it, or - to read standard input.");
      }
      try (InputStream in = Files.newInputStream(path)) {
        return in.readNBytes(LARGEST_BYTES + 1);
      }
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new InputException(
          name + ": there is no such file.\nCheck the name, or give - to read standard input.");
    } catch (AccessDeniedException e) {
      throw new InputException(
          name + ": you may not read this file.\nAsk its owner, or change its permissions.");
    }
  }

  private static String decode(byte[] bytes, String name) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new InputException(
          name + ": is not text in UTF-8.\nMaybe it is not a YAML file; else save it as UTF-8.");
    }
  }
}
