package tender.bagfile.inputs;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import tender.bagfile.InputPack;
import tender.bagfile.RelativePath;

/**
 * Reads the files of an input pack, which is untrusted: each path stays below a folder that the
 * work order names, and the number and the size of the files are bounded. The caller verifies the
 * digest, and must not accept a path twice.
 */
public final class InputPackReader {
  private static final int MAX_PATH_BYTES = 2_048;

  private final InputPack pack;
  private final Set<String> names;

  private InputPackReader(InputPack pack) {
    this.pack = pack;
    names = new HashSet<>(pack.names());
  }

  /** What is done with each file. */
  @FunctionalInterface
  public interface Receiver {
    void accept(RelativePath path, boolean executable, byte[] content) throws IOException;
  }

  /**
   * Passes on the files in their order, one in memory at a time.
   *
   * @param in should be buffered; is read to its end
   * @throws InvalidInputPackException at the first violation of the format
   */
  public static void read(InputStream in, InputPack pack, Receiver receiver) throws IOException {
    new InputPackReader(pack).read(in, receiver);
  }

  private void read(InputStream in, Receiver receiver) throws IOException {
    byte[] header = InputPackFormat.header();
    if (!Arrays.equals(in.readNBytes(header.length), header)) {
      throw invalid("does not begin as an input pack");
    }
    DataInputStream data = new DataInputStream(in);
    for (int file = 0; file < pack.files(); file++) {
      try {
        readFile(data, file, receiver);
      } catch (EOFException e) {
        throw invalid("ends within file " + file + " of " + pack.files());
      }
    }
    if (in.read() >= 0) {
      throw invalid("has more than the %s files of its work order".formatted(pack.files()));
    }
  }

  private void readFile(DataInputStream in, int file, Receiver receiver) throws IOException {
    int pathBytes = in.readUnsignedShort();
    if (pathBytes > MAX_PATH_BYTES) {
      throw invalid("has a path of %s bytes for file %s".formatted(pathBytes, file));
    }
    byte[] text = new byte[pathBytes];
    in.readFully(text);
    RelativePath path = path(text, file);
    int mode = in.readUnsignedByte();
    if (mode > 1) {
      throw invalid("has the mode %s for file %s".formatted(mode, file));
    }
    int bytes = in.readInt();
    if (bytes < 0 || bytes > InputPack.MAX_FILE_BYTES) {
      throw invalid("has %s bytes for file %s".formatted(bytes, file));
    }
    byte[] content = new byte[bytes];
    in.readFully(content);
    receiver.accept(path, mode == 1, content);
  }

  private RelativePath path(byte[] text, int file) throws InvalidInputPackException {
    try {
      String value = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
      RelativePath path = new RelativePath(value);
      if (value.indexOf('/') > 0 && names.contains(path.firstSegment())) {
        return path;
      }
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw invalid("has an invalid path for file %s: %s".formatted(file, e.getMessage()));
    }
    throw invalid("has a path outside its folders for file " + file);
  }

  private InvalidInputPackException invalid(String problem) {
    return new InvalidInputPackException("Input pack %s %s.".formatted(pack.digest(), problem));
  }
}
