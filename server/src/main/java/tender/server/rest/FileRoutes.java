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
import tender.server.market.view.BagDesk;
import tender.server.market.view.LogStream;
import tender.server.market.view.PackView;
import tender.server.market.view.PersonId;
import tender.server.market.view.ResultList;
import tender.web.Answer;
import tender.web.Json;
import tender.web.Problem;
import tender.web.ProblemException;
import tender.web.Route;
import tender.web.WholeNumber;
import tender.work.Digest;

/** Input files in; what tasks wrote, and their results, out. */
final class FileRoutes {
  private static final long MOST_BLOB_BYTES = 64 << 20;
  private static final Duration LONGEST_UPLOAD = Duration.ofMinutes(15);
  private static final long MOST_DIGESTS_BYTES = 1 << 20;
  private static final int MOST_DIGESTS = 10_000;
  private static final int MOST_PACKS = 1_000;

  private final BagDesk desk;
  private final Caller caller;

  FileRoutes(BagDesk desk, Caller caller) {
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
  private record PacksBody(@Nullable String only, List<PackBody> packs, boolean more) {}

  private record PackBody(String digest, String tasks, long bytes) {
    static PackBody of(PackView pack) {
      return new PackBody(pack.digest().hex(), pack.tasks().toString(), pack.bytes());
    }
  }

  private record DigestsBody(List<String> digests) {}

  private void log(ServerRequest request, ServerResponse response) throws IOException {
    PersonId person = caller.of(request);
    BagId bag = Given.bag(request);
    String number = request.path().pathParameters().get("task");
    int task = (int) WholeNumber.of("task", number, 0, Integer.MAX_VALUE);
    LogStream stream = stream(request.query().first("stream").orElse("stdout"));
    OutputStream sink = Answer.stream(response, "application/octet-stream");
    desk.writeLog(person, bag, task, stream, sink);
    sink.close();
  }

  private static LogStream stream(String name) {
    return switch (name) {
      case "stdout" -> LogStream.STDOUT;
      case "stderr" -> LogStream.STDERR;
      default ->
          throw ProblemException.notUsable(
              "stream is \"" + Json.shown(name) + "\".", "Give stdout or stderr.");
    };
  }

  private void results(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    Optional<Digest> after = request.query().first("after").asOptional().map(Given::digest);
    ResultList results = desk.results(person, Given.bag(request), after);
    List<PackView> packs = results.packs();
    Answer.json(
        response,
        new PacksBody(
            results.only().map(TaskSet::toString).orElse(null),
            packs.stream().limit(MOST_PACKS).map(PackBody::of).toList(),
            packs.size() > MOST_PACKS));
  }

  private void pack(ServerRequest request, ServerResponse response) throws IOException {
    PersonId person = caller.of(request);
    BagId bag = Given.bag(request);
    Digest digest = Given.digest(request.path().pathParameters().get("digest"));
    OutputStream sink = Answer.stream(response, "application/zip");
    desk.writePack(person, bag, digest, sink);
    sink.close();
  }

  private void missing(ServerRequest request, ServerResponse response) {
    PersonId person = caller.of(request);
    var body = Body.json(request, MOST_DIGESTS_BYTES, Requests.Digests.class);
    List<@Nullable String> given = body.digests() == null ? List.of() : body.digests();
    if (given.size() > MOST_DIGESTS) {
      throw ProblemException.tooLarge(
          given.size() + " digests are asked after, and at most " + MOST_DIGESTS + " may be.",
          "Ask in several requests.");
    }
    List<Digest> digests = new ArrayList<>();
    for (@Nullable String digest : given) {
      digests.add(Given.digest(String.valueOf(digest)));
    }
    List<Digest> missing = desk.missingBlobs(person, digests);
    Answer.json(response, new DigestsBody(missing.stream().map(Digest::hex).toList()));
  }

  private void put(ServerRequest request, ServerResponse response) throws IOException {
    PersonId person = caller.of(request);
    Digest digest = Given.digest(request.path().pathParameters().get("digest"));
    long bytes = Body.announcedBytes(request);
    if (bytes < 0) {
      throw new ProblemException(
          new Problem(
              411,
              "The request does not say how long the file is.",
              "Send the header Content-Length."));
    }
    try (Body content = Body.of(request, MOST_BLOB_BYTES, LONGEST_UPLOAD)) {
      desk.putBlob(person, digest, bytes, content);
    }
    response.status(Status.NO_CONTENT_204).send();
  }
}
