package tender.server.rest;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.server.api.BagApi;
import tender.server.api.UploadApi;
import tender.server.api.view.UploadView;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.request.RequestBody;
import tender.support.http.HttpResponses;
import tender.support.http.Route;

/** Routes for input files that users send to the object store without the server. */
final class UploadRoutes {
  private static final String UPLOAD = "/v1/blobs/{digest}/upload";
  private static final long MAX_REQUEST_BYTES = 1 << 10;

  /** The tags of all parts. */
  private static final long MAX_TAGS_BYTES = 256 << 10;

  private final BagApi api;
  private final RequestAuthenticator authenticator;

  UploadRoutes(BagApi api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.put(UPLOAD, this::begin),
        Route.delete(UPLOAD, this::abandon),
        Route.post(UPLOAD + "/urls", this::urls),
        Route.post(UPLOAD + "/complete", this::complete));
  }

  private UploadApi uploads() {
    return api.uploads();
  }

  private record UploadJson(boolean complete, long partBytes, List<PartJson> sent) {
    static UploadJson of(Optional<UploadView> upload) {
      return upload
          .map(
              open ->
                  new UploadJson(
                      false,
                      open.partBytes(),
                      open.tags().entrySet().stream()
                          .map(part -> new PartJson(part.getKey(), part.getValue()))
                          .toList()))
          .orElseGet(() -> new UploadJson(true, 0, List.of()));
    }
  }

  private record PartJson(int part, String tag) {}

  private record UrlsJson(List<String> urls) {}

  private void begin(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    Digest digest = digest(request);
    var body = RequestBody.json(request, MAX_REQUEST_BYTES, RequestJson.UploadJson.class);
    HttpResponses.json(response, UploadJson.of(uploads().begin(user, digest, body.bytes())));
  }

  private void abandon(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    uploads().abandon(user, digest(request));
    response.status(Status.NO_CONTENT_204).send();
  }

  private void urls(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    Digest digest = digest(request);
    var body = RequestBody.json(request, MAX_REQUEST_BYTES, RequestJson.PartsJson.class);
    List<URI> urls = uploads().partUrls(user, digest, body.firstPart(), body.parts());
    HttpResponses.json(response, new UrlsJson(urls.stream().map(URI::toString).toList()));
  }

  private void complete(ServerRequest request, ServerResponse response) {
    UserId user = authenticator.user(request);
    Digest digest = digest(request);
    var body = RequestBody.json(request, MAX_TAGS_BYTES, RequestJson.TagsJson.class);
    List<@Nullable String> tags = body.tags() == null ? List.of() : body.tags();
    uploads().complete(user, digest, tags.stream().map(String::valueOf).toList());
    response.status(Status.NO_CONTENT_204).send();
  }

  private static Digest digest(ServerRequest request) {
    return RequestParser.digest(request.path().pathParameters().get("digest"));
  }
}
