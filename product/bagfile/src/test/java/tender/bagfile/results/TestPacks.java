package tender.bagfile.results;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tender.bagfile.RelativePath;

/** Packs for tests: valid ones, and zip files that {@link ResultPackWriter} never writes. */
final class TestPacks {
  private TestPacks() {}

  static byte[] written(Map<PackEntry, byte[]> files) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ResultPackWriter writer = new ResultPackWriter(out)) {
      for (var file : files.entrySet()) {
        writer.add(file.getKey(), new ByteArrayInputStream(file.getValue()));
      }
    }
    return out.toByteArray();
  }

  static Map<PackEntry, byte[]> random(SplittableRandom random) {
    Map<PackEntry, byte[]> files = new LinkedHashMap<>();
    for (int task = random.nextInt(3), i = 0; i < 1 + random.nextInt(6); i++) {
      byte[] content = new byte[random.nextInt(10) == 0 ? random.nextInt(100_000) : i];
      random.nextBytes(content);
      files.put(PackEntry.stdout(task), content);
      files.put(PackEntry.stderr(task), new byte[random.nextInt(1_000)]);
      for (int output = random.nextInt(3); output > 0; output--) {
        String path = "d".repeat(output) + "/é " + random.nextInt(9);
        files.put(PackEntry.output(task, new RelativePath(path)), content.clone());
      }
      if (random.nextBoolean()) {
        files.put(PackEntry.refused(task), new byte[1]);
      }
      task += 1 + random.nextInt(3);
    }
    return files;
  }

  static Map<PackEntry, byte[]> read(byte[] pack) throws IOException {
    Map<PackEntry, byte[]> files = new LinkedHashMap<>();
    ResultPack.read(
        new ByteArrayInputStream(pack), (file, content) -> files.put(file, content.readAllBytes()));
    return files;
  }

  /** A zip with entries of these names; the content of each is its name. */
  static byte[] zip(String... names) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name : names) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return out.toByteArray();
  }

  /** A zip of highly compressible files of zeros. */
  static byte[] zeros(long bytes, String... names) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name : names) {
        zip.putNextEntry(new ZipEntry(name));
        try (InputStream zeros = zeros(bytes)) {
          zeros.transferTo(zip);
        }
        zip.closeEntry();
      }
    }
    return out.toByteArray();
  }

  /** The same zip with other names of the same length. */
  static byte[] renamed(byte[] zip, String from, String to) {
    return new String(zip, StandardCharsets.ISO_8859_1)
        .replace(from, to)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The same zip with the file mode of a symbolic link in each entry. */
  static byte[] asLinks(byte[] zip) {
    ByteBuffer bytes = ByteBuffer.wrap(zip.clone()).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + 46 <= zip.length; at++) {
      if (bytes.getInt(at) == 0x02014b50) {
        bytes.put(at + 5, (byte) 3);
        bytes.putInt(at + 38, 0120777 << 16);
      }
    }
    return bytes.array();
  }

  private static InputStream zeros(long bytes) {
    return new InputStream() {
      private long left = bytes;

      @Override
      public int read() {
        return left-- > 0 ? 0 : -1;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) {
        int read = (int) Math.min(left, length);
        Arrays.fill(buffer, offset, offset + read, (byte) 0);
        left -= read;
        return read == 0 ? -1 : read;
      }
    };
  }
}
