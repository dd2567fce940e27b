package tender.server.rest;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tender.bagfile.reader.BagFileReader;
import tender.bagfile.reader.NamedFiles;
import tender.bagfile.reader.SubmissionJson;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.request.RequestBody;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;
import tender.support.http.Route;
import tender.support.input.InputException;
import tools.jackson.databind.node.ObjectNode;

/**
 * The route that reads a bag file for clients without a reader of their own, such as the dashboard.
 */
final class BagFileRoutes {
  private static final long MAX_BYTES = 4 << 20;

  private final RequestAuthenticator authenticator;

  /**
   * One file at a time, because a short text can define a million values; in the order of requests.
   */
  private final ReentrantLock reading = new ReentrantLock(/* fair= */ true);

  BagFileRoutes(RequestAuthenticator authenticator) {
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(Route.post("/v1/bag-files", this::read));
  }

  private void read(ServerRequest request, ServerResponse response) {
    authenticator.user(request);
    var body = RequestBody.json(request, MAX_BYTES, RequestJson.BagFileJson.class);
    String text = RequestValues.required("text", body.text());
    Clock clock = Clock.system(zone(body.timeZone()));
    NamedFiles files = files(body.files());
    reading.lock();
    try {
      ObjectNode submission = SubmissionJson.of(BagFileReader.readText(text, files, clock));
      HttpResponses.json(response, submission);
    } catch (InputException e) {
      throw ProblemException.unprocessable(e.problem(), e.advice());
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "The bag file cannot be used: " + e.getMessage(), "Correct it.");
    } finally {
      reading.unlock();
    }
  }

  static ZoneId zone(@Nullable String name) {
    try {
      return name == null ? ZoneOffset.UTC : ZoneId.of(name);
    } catch (DateTimeException e) {
      throw ProblemException.unprocessable(
          "timeZone is \"" + ResponseJson.abbreviate(name) + "\", which is not a time zone.",
          "Write for example Europe/Berlin, or leave it out for UTC.");
    }
  }

  static NamedFiles files(@Nullable List<RequestJson.@Nullable ChosenFileJson> files) {
    return new NamedFiles(
        files == null ? List.of() : files.stream().map(BagFileRoutes::file).toList());
  }

  private static NamedFiles.NamedFile file(RequestJson.@Nullable ChosenFileJson file) {
    if (file == null) {
      throw ProblemException.unprocessable(
          "A file is null.", "See /openapi.yaml for the fields of a file.");
    }
    return new NamedFiles.NamedFile(
        RequestValues.required("path", file.path()),
        RequestParser.digest(RequestValues.required("digest", file.digest())),
        file.bytes(),
        file.lines());
  }
}
