package tender.server.oidc;

/**
 * The identity provider did not answer, or not as it must. This says nothing about the person: a
 * provider that refuses the client itself is misconfigured.
 */
public final class ProviderUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ProviderUnavailableException(String message) {
    super(message);
  }

  ProviderUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
