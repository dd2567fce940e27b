package tender.support.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;

/** Serves a dashboard page and its files. */
public final class DashboardRoutes {
  /** For files whose names change with their content. */
  private static final String CACHE_IMMUTABLE = "public, max-age=31536000, immutable";

  private final DashboardPage page;

  public DashboardRoutes(DashboardPage page) {
    this.page = page;
  }

  public List<Route> routes() {
    return List.of(Route.get("/", page::send), Route.get("/assets/{name}", this::asset));
  }

  private void asset(ServerRequest request, ServerResponse response) {
    String name = request.path().pathParameters().get("name");
    DashboardFiles.File file =
        page.files()
            .find("assets/" + name)
            .orElseThrow(
                () ->
                    ProblemException.notFound(
                        "The dashboard has no file \"" + ResponseJson.abbreviate(name) + "\".",
                        "Reload the page."));
    response.header(HeaderNames.CACHE_CONTROL, CACHE_IMMUTABLE);
    DashboardFiles.send(request, response, file);
  }
}
