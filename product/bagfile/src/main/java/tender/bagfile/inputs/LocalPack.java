package tender.bagfile.inputs;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import tender.bagfile.Digest;
import tender.bagfile.InputPack;
import tender.bagfile.RelativePath;

/**
 * An input pack and its files on the user's machine. The pack is written only when it must be sent,
 * because the market may have it already.
 *
 * @param files in the order of their paths
 */
public record LocalPack(InputPack pack, List<SmallFile> files) {
  private static final int BUFFER_BYTES = 1 << 16;

  /** A file of the user that is small enough for a pack. */
  public record SmallFile(RelativePath path, Path onDisk) {}

  public LocalPack {
    files = List.copyOf(files);
  }

  /** Reads the files for the digest of their pack. */
  static LocalPack of(List<SmallFile> files) throws IOException {
    MessageDigest sha256 = Digest.sha256();
    long bytes = write(files, new DigestOutputStream(OutputStream.nullOutputStream(), sha256));
    List<String> names =
        files.stream().map(file -> file.path().firstSegment()).distinct().sorted().toList();
    return new LocalPack(new InputPack(Digest.of(sha256), bytes, files.size(), names), files);
  }

  /**
   * Divides files into packs, in this order, so that the same files result in the same packs.
   *
   * @param bytes of the files
   */
  static List<LocalPack> allOf(List<SmallFile> files, List<Long> bytes) throws IOException {
    List<LocalPack> packs = new ArrayList<>();
    int from = 0;
    long packBytes = InputPackFormat.header().length;
    for (int i = 0; i < files.size(); i++) {
      long more = InputPackFormat.entryBytes(files.get(i).path(), bytes.get(i));
      if (packBytes + more > InputPack.MAX_BYTES) {
        packs.add(of(files.subList(from, i)));
        from = i;
        packBytes = InputPackFormat.header().length;
      }
      packBytes += more;
    }
    if (from < files.size()) {
      packs.add(of(files.subList(from, files.size())));
    }
    return packs;
  }

  /**
   * Writes the pack.
   *
   * @throws IllegalStateException if a file was changed since it was read for the digest
   */
  public void writeTo(Path to) throws IOException {
    MessageDigest sha256 = Digest.sha256();
    try (OutputStream out =
        new DigestOutputStream(
            new BufferedOutputStream(Files.newOutputStream(to), BUFFER_BYTES), sha256)) {
      write(files, out);
    }
    if (!Digest.of(sha256).equals(pack.digest())) {
      throw new IllegalStateException(
          "A file in %s was changed while it was uploaded.\nRun the same command again."
              .formatted(String.join(", ", pack.names())));
    }
  }

  private static long write(List<SmallFile> files, OutputStream to) throws IOException {
    byte[] header = InputPackFormat.header();
    to.write(header);
    long bytes = header.length;
    DataOutputStream out = new DataOutputStream(to);
    for (SmallFile file : files) {
      byte[] content = content(file);
      byte[] path = file.path().value().getBytes(StandardCharsets.UTF_8);
      out.writeShort(path.length);
      out.write(path);
      out.writeByte(Files.isExecutable(file.onDisk()) ? 1 : 0);
      out.writeInt(content.length);
      out.write(content);
      bytes += InputPackFormat.entryBytes(file.path(), content.length);
    }
    out.flush();
    return bytes;
  }

  private static byte[] content(SmallFile file) throws IOException {
    try (InputStream in = Files.newInputStream(file.onDisk(), LinkOption.NOFOLLOW_LINKS)) {
      byte[] content = in.readNBytes(InputPack.MAX_FILE_BYTES + 1);
      if (content.length > InputPack.MAX_FILE_BYTES) {
        throw new IllegalStateException(
            "The file "
                + file.onDisk()
                + " was changed while it was read.\nRun the same command again.");
      }
      return content;
    }
  }
}
