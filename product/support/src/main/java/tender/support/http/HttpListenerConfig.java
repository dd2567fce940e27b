package tender.support.http;

import java.util.Optional;

/**
 * The address of an HTTP listener.
 *
 * @param port 0 for any free port
 * @param tls empty for plain HTTP, to be used on the loopback interface or behind a proxy
 */
public record HttpListenerConfig(String host, int port, Optional<TlsFiles> tls) {}
