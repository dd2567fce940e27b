package tender.support.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import tender.bagfile.Digest;

/**
 * The files of the dashboard, as they were built into the program, in memory and compressed once:
 * they are few and small. Only those that the build has listed are there, so no name that a client
 * sends reaches further.
 */
final class DashboardFiles {
  private static final String FOLDER = "/tender/dashboard/";
  private static final String LIST = "files.txt";

  private final Map<String, File> byName;

  private DashboardFiles(Map<String, File> byName) {
    this.byName = byName;
  }

  /** A file, whose tag changes with its content. */
  static final class File {
    private final String contentType;
    private final String etag;
    private final byte[] plain;
    private final byte[] zipped;

    private File(String name, byte[] plain) {
      contentType = DashboardFiles.contentType(name);
      etag = "\"" + Digest.of(plain).hex().substring(0, 32) + "\"";
      this.plain = plain;
      zipped = DashboardFiles.zipped(plain);
    }

    String contentType() {
      return contentType;
    }

    String etag() {
      return etag;
    }

    /** To be sent and not to be changed. */
    byte[] content(boolean isZipped) {
      return isZipped ? zipped : plain;
    }
  }

  /** None, if the program was built without them. */
  static DashboardFiles bundled() {
    Map<String, File> files = new LinkedHashMap<>();
    read(LIST)
        .ifPresent(
            list ->
                new String(list, StandardCharsets.UTF_8)
                    .lines()
                    .filter(name -> !name.isBlank())
                    .forEach(
                        name -> read(name).ifPresent(it -> files.put(name, new File(name, it)))));
    return new DashboardFiles(files);
  }

  Optional<File> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  private static String contentType(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> "application/octet-stream";
    };
  }

  private static byte[] zipped(byte[] content) {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
      zip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }

  private static Optional<byte[]> read(String name) {
    try (InputStream in = DashboardFiles.class.getResourceAsStream(FOLDER + name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
