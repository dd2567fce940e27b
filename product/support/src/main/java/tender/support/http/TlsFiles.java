package tender.support.http;

import java.nio.file.Path;

/**
 * The PEM files of the server's TLS identity.
 *
 * @param certificates its certificate, then the chain up to the root
 * @param key its private key, not encrypted
 */
public record TlsFiles(Path certificates, Path key) {}
