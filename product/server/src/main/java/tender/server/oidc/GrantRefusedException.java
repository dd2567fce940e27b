package tender.server.oidc;

/** The identity provider refuses the person, or what it issued before: the login is over. */
public final class GrantRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  GrantRefusedException(String message) {
    super(message);
  }
}
