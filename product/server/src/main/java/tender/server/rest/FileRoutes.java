package tender.server.rest;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.server.api.BagApi;
import tender.server.api.LogStream;
import tender.server.api.view.task.PackView;
import tender.server.api.view.task.ResultList;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.request.RequestBody;
import tender.support.http.HttpResponses;
import tender.support.http.Problem;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;
import tender.support.http.Route;

/** Routes to upload input files and to download task logs and results. */
final class FileRoutes {
  private static final Duration MIN_UPLOAD_DURATION = Duration.ofMinutes(15);

  /** A large upload may take longer, if it is at least this fast. */
  private static final long SLOWEST_BYTES_PER_SECOND = 1 << 20;

  private static final long MAX_DIGESTS_BYTES = 1 << 20;
  private static final int MAX_DIGESTS = 10_000;
  private static final int MAX_SMALL_FILES = 1_000;
  private static final long MAX_SMALL_TOTAL = 8 << 20;
  private static final int MAX_PACKS = 1_000;
  private static final String BYTES = "application/octet-stream";

  private final BagApi api;
  private final RequestAuthenticator authenticator;

  FileRoutes(BagApi api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/bags/{id}/tasks/{taskIndex}/log", this::log),
        Route.get("/v1/bags/{id}/tasks/{taskIndex}/kept", this::keptOutput),
        Route.get("/v1/bags/{id}/results", this::results),
        Route.get("/v1/bags/{id}/results/{digest}", this::pack),
        Route.post("/v1/blobs/missing", this::missing),
        Route.post("/v1/blobs/small", this::putSmall),
        Route.put("/v1/blobs/{digest}", this::put));
  }

  /** A page of packs. */
  private record PacksJson(
      @Nullable String only, String work, List<PackJson> packs, boolean more) {}

  private record PackJson(
      String digest,
      String tasks,
      long bytes,
      String provider,
      Instant received,
      List<OutcomeJson> outcomes) {
    static PackJson of(PackView pack) {
      return new PackJson(
          pack.digest().hex(),
          pack.tasks().toString(),
          pack.bytes(),
          pack.provider().value(),
          Instant.ofEpochMilli(pack.storedMillis()),
          pack.outcomes().stream()
              .map(
                  outcome ->
                      new OutcomeJson(
                          outcome.exitCode(), outcome.tasks().toString(), outcome.missingOutput()))
              .toList());
    }
  }

  private record OutcomeJson(int exitCode, String tasks, boolean missingOutput) {}

  private record MissingDigestsJson(
      List<String> digests,
      long maxFileBytes,
      boolean directUploads,
      boolean smallFiles,
      boolean inputPacks) {}

  private void log(ServerRequest request, ServerResponse response) throws IOException {
    UserId user = authenticator.user(request);
    BagId bag = RequestParser.bagId(request);
    int taskIndex = RequestParser.taskIndex(request);
    LogStream stream = stream(request.query().first("stream").orElse("stdout"));
    send(response, BYTES, sink -> api.writeLog(user, bag, taskIndex, stream, sink));
  }

  private void keptOutput(ServerRequest request, ServerResponse response) throws IOException {
    UserId user = authenticator.user(request);
    BagId bag = RequestParser.bagId(request);
    int taskIndex = RequestParser.taskIndex(request);
    RelativePath path = RequestParser.path(request.query().first("path").orElse(""));
    send(response, BYTES, sink -> api.writeKeptOutput(user, bag, taskIndex, path, sink));
  }

  /** Writes the body of a response. */
  @FunctionalInterface
  private interface BodyWriter {
    void writeTo(OutputStream sink) throws IOException;
  }

  private static void send(ServerResponse response, String contentType, BodyWriter body)
      throws IOException {
    OutputStream sink = HttpResponses.stream(response, contentType);
    body.writeTo(sink);
    sink.close();
  }

  private static LogStream stream(String name) {
    return switch (name) {
      case "stdout" -> LogStream.STDOUT;
      case "stderr" -> LogStream.STDERR;
      default ->
          throw ProblemException.unprocessable(
              "stream is \"" + ResponseJson.abbreviate(name) + "\"; it must be stdout or stderr.",
              "Use one of these, or leave it out.");
    };
  }

  private void results(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    Optional<Digest> after = request.query().first("after").asOptional().map(RequestParser::digest);
    ResultList results = api.results(user, RequestParser.bagId(request), after);
    List<PackView> packs = results.packs();
    HttpResponses.json(
        response,
        new PacksJson(
            results.only().map(TaskSet::toString).orElse(null),
            results.work().hex(),
            packs.stream().limit(MAX_PACKS).map(PackJson::of).toList(),
            packs.size() > MAX_PACKS));
  }

  private void pack(ServerRequest request, ServerResponse response) throws IOException {
    UserId user = authenticator.user(request);
    BagId bag = RequestParser.bagId(request);
    Digest digest = RequestParser.digest(request.path().pathParameters().get("digest"));
    send(response, "application/zip", sink -> api.writePack(user, bag, digest, sink));
  }

  private void missing(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    var body = RequestBody.json(request, MAX_DIGESTS_BYTES, RequestJson.DigestsJson.class);
    List<@Nullable String> given = body.digests() == null ? List.of() : body.digests();
    if (given.size() > MAX_DIGESTS) {
      throw ProblemException.tooLarge(
          given.size() + " digests are given; at most " + MAX_DIGESTS + " are allowed.",
          "Use several requests.");
    }
    List<Digest> digests =
        given.stream().map(digest -> RequestParser.digest(String.valueOf(digest))).toList();
    List<Digest> missing = api.missingBlobs(user, digests);
    HttpResponses.json(
        response,
        new MissingDigestsJson(
            missing.stream().map(Digest::hex).toList(),
            api.maxFileBytes(),
            api.uploads().isAvailable(),
            true,
            true));
  }

  /** Each file is its size, in four bytes with the highest first, and its content. */
  private void putSmall(ServerRequest request, ServerResponse response) throws IOException {
    UserId user = authenticator.user(request);
    try (RequestBody body = RequestBody.of(request, MAX_SMALL_TOTAL, MIN_UPLOAD_DURATION);
        DataInputStream in = new DataInputStream(new BufferedInputStream(body))) {
      List<byte[]> files = new ArrayList<>();
      while (hasMore(in)) {
        files.add(smallFile(in, files.size()));
      }
      api.putSmallBlobs(user, files);
    } catch (EOFException e) {
      throw ProblemException.badRequest(
          "The body ends within a file.", "Send each file's size in four bytes, then its content.");
    }
    response.status(Status.NO_CONTENT_204).send();
  }

  private static boolean hasMore(DataInputStream in) throws IOException {
    in.mark(1);
    boolean hasMore = in.read() >= 0;
    in.reset();
    return hasMore;
  }

  private static byte[] smallFile(DataInputStream in, int earlierFiles) throws IOException {
    int bytes = in.readInt();
    if (bytes < 0 || bytes > BagApi.MAX_SMALL_BYTES) {
      throw ProblemException.tooLarge(
          "File "
              + earlierFiles
              + " of the body has "
              + bytes
              + " bytes; at most "
              + BagApi.MAX_SMALL_BYTES
              + " are allowed.",
          "Send it with PUT /v1/blobs.");
    }
    if (earlierFiles == MAX_SMALL_FILES) {
      throw ProblemException.tooLarge(
          "The body has more than " + MAX_SMALL_FILES + " files.", "Use several requests.");
    }
    byte[] file = new byte[bytes];
    in.readFully(file);
    return file;
  }

  private void put(ServerRequest request, ServerResponse response) throws IOException {
    UserId user = authenticator.user(request);
    Digest digest = RequestParser.digest(request.path().pathParameters().get("digest"));
    long bytes = RequestBody.contentLength(request);
    if (bytes < 0) {
      throw new ProblemException(
          new Problem(
              411, "The header Content-Length is missing.", "Send the size of the file in bytes."));
    }
    Duration timeout = MIN_UPLOAD_DURATION.plusSeconds(bytes / SLOWEST_BYTES_PER_SECOND);
    try (RequestBody content = RequestBody.of(request, api.maxFileBytes(), timeout)) {
      api.putBlob(user, digest, bytes, content);
    }
    response.status(Status.NO_CONTENT_204).send();
  }
}
