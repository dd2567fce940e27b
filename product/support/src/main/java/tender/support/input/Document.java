package tender.support.input;

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
 * The text of an input file, not yet parsed or checked.
 *
 * @param name of the file, safe to print
 */
record Document(String name, String text) {
  /** Enough for a queue of 200,000 jobs, and small enough for the memory of a small machine. */
  private static final int MAX_MEBIBYTES = 16;

  private static final int MAX_BYTES = MAX_MEBIBYTES << 20;
  private static final int MAX_NAME_LENGTH = 4096;
  private static final String BYTE_ORDER_MARK = "\ufeff";

  /** Reads a file, or standard input if its name is {@code -}. */
  static Document read(String file) {
    String name = file.equals("-") ? "standard input" : Printable.upTo(MAX_NAME_LENGTH, file);
    try {
      byte[] bytes = file.equals("-") ? System.in.readNBytes(MAX_BYTES + 1) : bytes(file, name);
      if (bytes.length > MAX_BYTES) {
        throw new InputException(
            name + ": is larger than " + MAX_MEBIBYTES + " MiB, the maximum.",
            "Remove what is not needed.");
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
            name + ": is a directory.", "Give the YAML file in it, or - to read standard input.");
      }
      try (InputStream in = Files.newInputStream(path)) {
        return in.readNBytes(MAX_BYTES + 1);
      }
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new InputException(
          name + ": there is no such file.", "Check the name, or give - to read standard input.");
    } catch (AccessDeniedException e) {
      throw new InputException(
          name + ": permission denied.", "Ask its owner, or change its permissions.");
    }
  }

  private static String decode(byte[] bytes, String name) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new InputException(
          name + ": is not text in UTF-8.", "Check that it is a YAML file, and save it as UTF-8.");
    }
  }
}
