package tender.server.oidc;

import java.net.URI;
import java.util.Optional;

/**
 * A login that a person completes in the browser of any device.
 *
 * @param secret with which its result is asked for
 * @param verificationUrl where the person enters the user code
 * @param completeUrl the same with the user code; empty if the provider has no such page
 */
public record DeviceAuthorization(
    String secret,
    String userCode,
    URI verificationUrl,
    Optional<URI> completeUrl,
    long validMillis,
    long intervalMillis) {}
