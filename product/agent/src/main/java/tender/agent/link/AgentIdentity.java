package tender.agent.link;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import tender.core.model.ProviderId;

/** The stored identity of an enrolled agent, as far as its owner may see it. */
public final class AgentIdentity {
  private final Credentials credentials;

  private AgentIdentity(Credentials credentials) {
    this.credentials = credentials;
  }

  /**
   * Reads the identity.
   *
   * @throws IllegalStateException if the agent is not enrolled, or the file is damaged
   */
  public static AgentIdentity load(Path folder) {
    return new AgentIdentity(Credentials.load(folder));
  }

  /** The file of the identity in its folder. */
  public static Path file(Path folder) {
    return Credentials.file(folder);
  }

  /** The provider named in the certificate. */
  public ProviderId provider() {
    return credentials.provider();
  }

  public X509Certificate certificate() {
    return credentials.pem().certificate();
  }

  /** When a running agent renews the certificate. */
  public Instant renewalTime() {
    return credentials.renewalTime();
  }

  Credentials credentials() {
    return credentials;
  }
}
