package tender.support.http;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import java.nio.file.Path;

/**
 * The PEM files of the server's TLS identity.
 *
 * @param certificates its certificate, then the chain up to the root
 * @param key its private key, not encrypted
 */
public record TlsFiles(Path certificates, Path key) {
  /** Reads both files; fails if one of them is not in this format. */
  public Keys read() {
    return Keys.builder()
        .pem(pem -> pem.key(Resource.create(key)).certChain(Resource.create(certificates)))
        .build();
  }
}
