package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tender.bagfile.Digest;
import tender.support.transfer.SentParts;
import tender.support.transfer.UploadLostException;
import tender.support.transfer.UploadSession;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests to the market about the direct upload of an input file.
 *
 * @param bytes the size of the file when the upload began
 * @param modified when the file had been changed last then
 */
record MarketUpload(
    HttpTransport transport, Digest digest, Path file, long bytes, FileTime modified)
    implements UploadSession {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** The server waits for the object store, which may copy the parts. */
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private static final int NOT_FOUND = 404;
  private static final int UNPROCESSABLE = 422;

  private record Upload(boolean complete, long partBytes, List<SentPart> sent) {}

  private record SentPart(int part, String tag) {}

  private record PartUrls(List<String> urls) {}

  static MarketUpload of(HttpTransport transport, Digest digest, Path file) throws IOException {
    return new MarketUpload(
        transport, digest, file, Files.size(file), Files.getLastModifiedTime(file));
  }

  @Override
  public Optional<SentParts> begin() {
    Upload upload = MAPPER.readValue(send("PUT", "", Map.of("bytes", bytes)), Upload.class);
    return upload.complete()
        ? Optional.empty()
        : Optional.of(
            new SentParts(
                upload.partBytes(),
                upload.sent().stream().collect(Collectors.toMap(SentPart::part, SentPart::tag))));
  }

  @Override
  public URI partUrl(int part) throws UploadLostException {
    try {
      byte[] answer = send("POST", "/urls", Map.of("firstPart", part, "parts", 1));
      return URI.create(MAPPER.readValue(answer, PartUrls.class).urls().getFirst());
    } catch (RequestRefusedException e) {
      throw lost(e);
    }
  }

  @Override
  public void complete(List<String> tags) throws UploadLostException {
    requireUnchanged();
    try {
      send("POST", "/complete", Map.of("tags", tags));
    } catch (RequestRefusedException e) {
      throw lost(e);
    }
  }

  /** Agents would find that the content has another digest. */
  private void requireUnchanged() {
    try {
      if (Files.size(file) == bytes && Files.getLastModifiedTime(file).equals(modified)) {
        return;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + file + " failed: " + e.getMessage(), e);
    }
    end();
    throw new IllegalStateException(
        "The file " + file + " was changed while it was uploaded.\nRun the same command again.");
  }

  /** Ends the upload, whose parts are deleted. */
  void end() {
    send("DELETE", "", Map.of());
  }

  /** The market deletes uploads that were interrupted for a day, and a store may lose parts. */
  private static UploadLostException lost(RequestRefusedException e) {
    if (e.status() == NOT_FOUND || e.status() == UNPROCESSABLE) {
      return new UploadLostException(String.valueOf(e.getMessage()));
    }
    throw e;
  }

  private byte[] send(String method, String path, Map<String, ?> body) {
    HttpRequest.BodyPublisher json = BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(body));
    try (InputStream answer =
        transport.send(
            "/v1/blobs/" + digest + "/upload" + path,
            request ->
                request
                    .timeout(TIMEOUT)
                    .header("Content-Type", "application/json")
                    .method(method, json))) {
      return answer.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("The response was cut off: " + e.getMessage(), e);
    }
  }
}
