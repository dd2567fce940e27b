package tender.support.http;

import java.util.Optional;

/**
 * Where somebody listens.
 *
 * @param port 0 for any that is free
 * @param tls empty for plain HTTP, which is for a machine's own loopback or behind a proxy
 */
public record HttpListenerConfig(String host, int port, Optional<TlsFiles> tls) {}
