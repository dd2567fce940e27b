package tender.support.http;

import java.util.Optional;

/**
 * The address of an HTTP listener.
 *
 * @param port 0 for any free port
 * @param tls empty for plain HTTP, to be used on the loopback interface or behind a proxy
 * @param behindProxy whether all requests come from a proxy, which tells the clients' addresses
 */
public record HttpListenerConfig(
    String host, int port, Optional<TlsFiles> tls, boolean behindProxy) {

  /** A listener for clients that connect directly. */
  public HttpListenerConfig(String host, int port, Optional<TlsFiles> tls) {
    this(host, port, tls, false);
  }
}
