package tender.support.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;

/**
 * A dashboard page. It is public and contains no user's data; its scripts request data with the
 * user's credentials. The content security policy allows the browser to load from and send to this
 * server only, and to run no inline scripts.
 */
public final class DashboardPage {
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " object-src 'none'";

  private static final String END_OF_HEAD = "</head>";

  private final DashboardFiles files = DashboardFiles.bundled();
  private final String htmlFile;

  /**
   * @param entry the page, by the name of its file
   */
  public DashboardPage(String entry) {
    this.htmlFile = entry;
  }

  /** The files that the page loads. */
  DashboardFiles files() {
    return files;
  }

  void send(ServerRequest request, ServerResponse response) {
    DashboardFiles.File file =
        files
            .find(htmlFile)
            .orElseThrow(
                () ->
                    ProblemException.notFound(
                        "This program was built without the dashboard.",
                        "Build it with scripts/mvn package on a machine with npm. The API works without it."));
    secure(response);
    response.header(HeaderNames.CACHE_CONTROL, "no-cache");
    DashboardFiles.send(request, response, file);
  }

  /**
   * Whether the page can be shown in place of another answer: it was built, and the client asks for
   * a page, which only browsers do.
   */
  public boolean isFor(ServerRequest request) {
    return files.find(htmlFile).isPresent()
        && request.headers().first(HeaderNames.ACCEPT).orElse("").contains("text/html");
  }

  /**
   * Sends the page with a text that its scripts show.
   *
   * @param name of the element with the text
   */
  public void send(ServerResponse response, Status status, String name, String text) {
    DashboardFiles.File file = files.find(htmlFile).orElseThrow();
    String html = new String(file.content(false), StandardCharsets.UTF_8);
    String element = "<meta name=\"%s\" content=\"%s\" />\n".formatted(name, escaped(text));
    secure(response);
    response.header(HeaderNames.CACHE_CONTROL, HttpResponses.NO_STORE);
    response.header(HeaderNames.CONTENT_TYPE, file.contentType());
    response.status(status);
    response.send(
        html.replace(END_OF_HEAD, element + END_OF_HEAD).getBytes(StandardCharsets.UTF_8));
  }

  private static void secure(ServerResponse response) {
    response.header(HeaderNames.create("Content-Security-Policy"), CONTENT_SECURITY_POLICY);
    response.header(HeaderNames.create("Referrer-Policy"), "no-referrer");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("\"", "&quot;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }
}
