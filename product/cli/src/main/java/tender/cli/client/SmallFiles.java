package tender.cli.client;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tender.bagfile.Digest;
import tender.support.text.ErrorMessages;
import tender.support.transfer.TransferListener;

/**
 * Sends small files to the server, many in one request, because each request takes milliseconds.
 */
record SmallFiles(HttpTransport transport, TransferListener listener) {
  /** What the server accepts. */
  static final int MAX_BYTES = 64 << 10;

  private static final int MAX_FILES = 1_000;
  private static final int MAX_TOTAL_BYTES = 4 << 20;
  private static final Duration TIMEOUT = Duration.ofMinutes(15);

  void send(List<Map.Entry<Digest, Path>> files) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int inBody = 0;
    long contentBytes = 0;
    for (Map.Entry<Digest, Path> file : files) {
      byte[] content = read(file.getKey(), file.getValue());
      if (inBody == MAX_FILES || body.size() + content.length > MAX_TOTAL_BYTES) {
        send(body, contentBytes);
        inBody = 0;
        contentBytes = 0;
      }
      append(body, content);
      inBody++;
      contentBytes += content.length;
    }
    if (inBody > 0) {
      send(body, contentBytes);
    }
  }

  private static byte[] read(Digest digest, Path file) {
    byte[] content;
    try {
      content = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + file + " failed: " + e.getMessage(), e);
    }
    if (!Digest.of(content).equals(digest)) {
      throw new IllegalStateException(
          "The file " + file + " was changed while it was uploaded.\nRun the same command again.");
    }
    return content;
  }

  private static void append(ByteArrayOutputStream body, byte[] content) {
    try {
      DataOutputStream out = new DataOutputStream(body);
      out.writeInt(content.length);
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException("Memory cannot fail.", e);
    }
  }

  private void send(ByteArrayOutputStream body, long contentBytes) {
    byte[] bytes = body.toByteArray();
    body.reset();
    try (InputStream answer =
        transport.send(
            "/v1/blobs/small",
            request ->
                request
                    .timeout(TIMEOUT)
                    .header("Content-Type", "application/octet-stream")
                    .POST(BodyPublishers.ofByteArray(bytes)))) {
      answer.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot upload small files: %s.\nRun the same command again to continue."
              .formatted(ErrorMessages.describe(e)),
          e);
    }
    listener.transferred(contentBytes);
  }
}
