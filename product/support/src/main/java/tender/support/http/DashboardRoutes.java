package tender.support.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;

/**
 * Serves the files of a dashboard page. The files are public and contain no user's data; the page
 * requests data with the user's token. The content security policy allows the browser to load from
 * and send to this server only, and to run no inline scripts.
 */
public final class DashboardRoutes {
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " object-src 'none'";

  /** For files whose names change with their content. */
  private static final String CACHE_IMMUTABLE = "public, max-age=31536000, immutable";

  private final DashboardFiles files = DashboardFiles.bundled();
  private final String htmlFile;

  /**
   * @param entry the page to serve, by the name of its file
   */
  public DashboardRoutes(String entry) {
    this.htmlFile = entry;
  }

  public List<Route> routes() {
    return List.of(Route.get("/", this::page), Route.get("/assets/{name}", this::asset));
  }

  private void page(ServerRequest request, ServerResponse response) {
    DashboardFiles.File file =
        files
            .find(htmlFile)
            .orElseThrow(
                () ->
                    ProblemException.notFound(
                        "This program was built without the dashboard.",
                        "Build it with scripts/mvn package on a machine with npm. The API works without it."));
    response.header(HeaderNames.create("Content-Security-Policy"), CONTENT_SECURITY_POLICY);
    response.header(HeaderNames.create("Referrer-Policy"), "no-referrer");
    response.header(HeaderNames.CACHE_CONTROL, "no-cache");
    send(request, response, file);
  }

  private void asset(ServerRequest request, ServerResponse response) {
    String name = request.path().pathParameters().get("name");
    DashboardFiles.File file =
        files
            .find("assets/" + name)
            .orElseThrow(
                () ->
                    ProblemException.notFound(
                        "The dashboard has no file \"" + ResponseJson.abbreviate(name) + "\".",
                        "Reload the page."));
    response.header(HeaderNames.CACHE_CONTROL, CACHE_IMMUTABLE);
    send(request, response, file);
  }

  private static void send(
      ServerRequest request, ServerResponse response, DashboardFiles.File file) {
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
}
