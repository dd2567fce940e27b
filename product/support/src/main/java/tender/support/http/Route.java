package tender.support.http;

import io.helidon.http.Method;
import io.helidon.webserver.http.Handler;

/**
 * A route of the HTTP server.
 *
 * @param path as in the OpenAPI document, with parameters in braces
 */
public record Route(Method method, String path, Handler handler) {

  public static Route get(String path, Handler handler) {
    return new Route(Method.GET, path, handler);
  }

  public static Route post(String path, Handler handler) {
    return new Route(Method.POST, path, handler);
  }

  public static Route put(String path, Handler handler) {
    return new Route(Method.PUT, path, handler);
  }

  public static Route delete(String path, Handler handler) {
    return new Route(Method.DELETE, path, handler);
  }
}
