package tender.support.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * The dashboard's files, as bundled by the build. They are few and small, so they are kept in
 * memory and compressed once. Only files that the build has listed are served, so a client's path
 * cannot reach other resources.
 */
final class DashboardFiles {
  private static final String FOLDER = "/tender/dashboard/";
  private static final String LIST = "files.txt";
  private static final int ETAG_BYTES = 16;

  private final Map<String, File> byName;

  private DashboardFiles(Map<String, File> byName) {
    this.byName = byName;
  }

  /** A file; its ETag changes with its content. */
  static final class File {
    private final String contentType;
    private final String etag;
    private final byte[] plain;
    private final byte[] compressed;

    private File(String name, byte[] plain) {
      contentType = DashboardFiles.contentType(name);
      etag = "\"" + DashboardFiles.digest(plain) + "\"";
      this.plain = plain;
      compressed = DashboardFiles.compressed(plain);
    }

    String contentType() {
      return contentType;
    }

    String etag() {
      return etag;
    }

    /** The caller must not change the array. */
    byte[] content(boolean isCompressed) {
      return isCompressed ? compressed : plain;
    }
  }

  /** Empty if the program was built without the dashboard. */
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

  /** Sends a file, unless the client has it. */
  static void send(ServerRequest request, ServerResponse response, File file) {
    response.header(HeaderNames.CONTENT_TYPE, file.contentType());
    response.header(HeaderNames.VARY, "Accept-Encoding");
    response.header(HeaderNames.ETAG, file.etag());
    String known = request.headers().first(HeaderNames.IF_NONE_MATCH).orElse("");
    if (known.equals(file.etag())) {
      response.status(Status.NOT_MODIFIED_304).send();
      return;
    }
    boolean isCompressed =
        request.headers().first(HeaderNames.ACCEPT_ENCODING).orElse("").contains("gzip");
    if (isCompressed) {
      response.header(HeaderNames.CONTENT_ENCODING, "gzip");
    }
    response.send(file.content(isCompressed));
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

  private static String digest(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(digest, 0, ETAG_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
  }

  private static byte[] compressed(byte[] content) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(compressed)) {
      zip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }

  private static Optional<byte[]> read(String name) {
    try (InputStream in = DashboardFiles.class.getResourceAsStream(FOLDER + name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
