package tender.support.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The network address of the client that sent a request.
 *
 * @param host without the port
 */
public record ClientAddress(String host) {
  private static final Pattern IP_ADDRESS = Pattern.compile("[0-9a-fA-F.:]{2,45}");

  /** The address as the listener has found it. */
  public static String of(ServerRequest request) {
    return request
        .context()
        .get(ClientAddress.class)
        .map(ClientAddress::host)
        .orElseGet(() -> request.remotePeer().host());
  }

  /**
   * The address that the proxy in front has added. Those before it come from the client, who can
   * invent them.
   */
  static ClientAddress forwarded(ServerRequest request) {
    List<String> values = request.headers().values(HeaderNames.X_FORWARDED_FOR);
    String last = values.isEmpty() ? "" : values.getLast();
    String address = last.substring(last.lastIndexOf(',') + 1).strip();
    return new ClientAddress(
        IP_ADDRESS.matcher(address).matches() ? address : request.remotePeer().host());
  }
}
