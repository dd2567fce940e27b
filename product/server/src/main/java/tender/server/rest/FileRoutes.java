package tender.server.rest;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.server.api.BagApi;
import tender.server.api.LogStream;
import tender.server.api.view.PackView;
import tender.server.model.UserId;
import tender.server.api.view.ResultList;
import tender.support.http.HttpResponses;
import tender.support.http.ResponseJson;
import tender.support.http.Problem;
import tender.support.http.ProblemException;
import tender.support.http.Route;
import tender.support.http.NumberParser;
import tender.bagfile.Digest;

/** Input files in; what tasks wrote, and their results, out. */
final class FileRoutes {
  private static final long MOST_BLOB_BYTES = 64 << 20;
  private static final Duration LONGEST_UPLOAD = Duration.ofMinutes(15);
  private static final long MOST_DIGESTS_BYTES = 1 << 20;
  private static final int MOST_DIGESTS = 10_000;
  private static final int MOST_PACKS = 1_000;

  private final BagApi desk;
  private final RequestAuthenticator caller;

  FileRoutes(BagApi desk, RequestAuthenticator caller) {
    this.desk = desk;
    this.caller = caller;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/bags/{id}/tasks/{task}/log", this::log),
        Route.get("/v1/bags/{id}/results", this::results),
        Route.get("/v1/bags/{id}/results/{digest}", this::pack),
        Route.post("/v1/blobs/missing", this::missing),
        Route.put("/v1/blobs/{digest}", this::put));
  }

  /** Some packs, and whether there are more. */
  private record PacksJson(@Nullable String only, List<PackJson> packs, boolean more) {}

  private record PackJson(String digest, String tasks, long bytes) {
    static PackJson of(PackView pack) {
      return new PackJson(pack.digest().hex(), pack.tasks().toString(), pack.bytes());
    }
  }

  private record MissingDigestsJson(List<String> digests) {}

  private void log(ServerRequest request, ServerResponse response) throws IOException {
    UserId person = caller.user(request);
    BagId bag = RequestParser.bagId(request);
    String number = request.path().pathParameters().get("task");
    int task = (int) NumberParser.parse("task", number, 0, Integer.MAX_VALUE);
    LogStream stream = stream(request.query().first("stream").orElse("stdout"));
    OutputStream sink = HttpResponses.stream(response, "application/octet-stream");
    desk.writeLog(person, bag, task, stream, sink);
    sink.close();
  }

  private static LogStream stream(String name) {
    return switch (name) {
      case "stdout" -> LogStream.STDOUT;
      case "stderr" -> LogStream.STDERR;
      default ->
          throw ProblemException.unprocessable(
              "stream is \"" + ResponseJson.abbreviate(name) + "\".", "Give stdout or stderr.");
    };
  }

  private void results(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    Optional<Digest> after = request.query().first("after").asOptional().map(RequestParser::digest);
    ResultList results = desk.results(person, RequestParser.bagId(request), after);
    List<PackView> packs = results.packs();
    HttpResponses.json(
        response,
        new PacksJson(
            results.only().map(TaskSet::toString).orElse(null),
            packs.stream().limit(MOST_PACKS).map(PackJson::of).toList(),
            packs.size() > MOST_PACKS));
  }

  private void pack(ServerRequest request, ServerResponse response) throws IOException {
    UserId person = caller.user(request);
    BagId bag = RequestParser.bagId(request);
    Digest digest = RequestParser.digest(request.path().pathParameters().get("digest"));
    OutputStream sink = HttpResponses.stream(response, "application/zip");
    desk.writePack(person, bag, digest, sink);
    sink.close();
  }

  private void missing(ServerRequest request, ServerResponse response) {
    UserId person = caller.user(request);
    var body = RequestBody.json(request, MOST_DIGESTS_BYTES, RequestJson.DigestsJson.class);
    List<@Nullable String> given = body.digests() == null ? List.of() : body.digests();
    if (given.size() > MOST_DIGESTS) {
      throw ProblemException.tooLarge(
          given.size() + " digests are asked after, and at most " + MOST_DIGESTS + " may be.",
          "Ask in several requests.");
    }
    List<Digest> digests = new ArrayList<>();
    for (@Nullable String digest : given) {
      digests.add(RequestParser.digest(String.valueOf(digest)));
    }
    List<Digest> missing = desk.missingBlobs(person, digests);
    HttpResponses.json(response, new MissingDigestsJson(missing.stream().map(Digest::hex).toList()));
  }

  private void put(ServerRequest request, ServerResponse response) throws IOException {
    UserId person = caller.user(request);
    Digest digest = RequestParser.digest(request.path().pathParameters().get("digest"));
    long bytes = RequestBody.contentLength(request);
    if (bytes < 0) {
      throw new ProblemException(
          new Problem(
              411,
              "The request does not say how long the file is.",
              "Send the header Content-Length."));
    }
    try (RequestBody content = RequestBody.of(request, MOST_BLOB_BYTES, LONGEST_UPLOAD)) {
      desk.putBlob(person, digest, bytes, content);
    }
    response.status(Status.NO_CONTENT_204).send();
  }
}
