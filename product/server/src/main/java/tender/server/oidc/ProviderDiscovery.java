package tender.server.oidc;

import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tender.support.text.ErrorMessages;

/**
 * The provider's discovery document, read once. While it cannot be read, it is tried again every
 * few seconds when it is needed; a server starts without it.
 */
final class ProviderDiscovery {
  private static final Logger LOG = System.getLogger(ProviderDiscovery.class.getName());
  private static final int CONNECT_MILLIS = 2_000;
  private static final int READ_MILLIS = 5_000;
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(5);

  private final URI issuer;
  private @Nullable OIDCProviderMetadata metadata;
  private String problem = "";
  private long triedNanos;

  ProviderDiscovery(URI issuer) {
    this.issuer = issuer;
  }

  synchronized OIDCProviderMetadata metadata() {
    if (metadata == null) {
      boolean isFirst = problem.isEmpty();
      if (isFirst || System.nanoTime() - triedNanos > RETRY_INTERVAL.toNanos()) {
        read(isFirst);
      }
    }
    if (metadata == null) {
      throw new ProviderUnavailableException(problem);
    }
    return metadata;
  }

  private void read(boolean isFirst) {
    try {
      // Also fails if the document is of another issuer.
      OIDCProviderMetadata read =
          OIDCProviderMetadata.resolve(new Issuer(issuer), CONNECT_MILLIS, READ_MILLIS);
      requireEndpoints(read);
      metadata = read;
      LOG.log(Level.INFO, "Single sign-on is ready: issuer={0}", issuer);
    } catch (GeneralException | IOException e) {
      problem =
          "The identity provider %s cannot be used: %s."
              .formatted(issuer, ErrorMessages.describe(e).replaceFirst("\\.$", ""));
      if (isFirst) {
        LOG.log(Level.WARNING, "Single sign-on does not work yet; retrying: {0}", problem);
      }
    }
    triedNanos = System.nanoTime();
  }

  /** No secret may be sent unencrypted if the issuer is encrypted. */
  private void requireEndpoints(OIDCProviderMetadata read) throws GeneralException {
    for (URI required :
        Stream.of(
                read.getAuthorizationEndpointURI(), read.getTokenEndpointURI(), read.getJWKSetURI())
            .toList()) {
      if (required == null) {
        throw new GeneralException("its discovery document lacks an endpoint");
      }
    }
    List<URI> all =
        Stream.of(
                read.getAuthorizationEndpointURI(),
                read.getTokenEndpointURI(),
                read.getJWKSetURI(),
                read.getDeviceAuthorizationEndpointURI(),
                read.getEndSessionEndpointURI(),
                read.getRevocationEndpointURI())
            .filter(Objects::nonNull)
            .toList();
    for (URI endpoint : all) {
      if (!"https".equals(endpoint.getScheme()) && !issuer.getScheme().equals("http")) {
        throw new GeneralException("its endpoint " + endpoint + " is not encrypted");
      }
    }
  }
}
