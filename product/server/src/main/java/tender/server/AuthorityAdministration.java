package tender.server;

import java.security.cert.X509Certificate;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.protocol.PemBundle;
import tender.server.agents.certificates.CertificateAuthority;
import tender.server.audit.OperatorAudit;
import tender.server.authority.MarketAuthority;
import tender.server.store.Database;
import tender.server.store.authority.RotationProgress;

/** What an operator does with the market's certificate authority by commands. */
public final class AuthorityAdministration {
  private AuthorityAdministration() {}

  /**
   * The market's authority.
   *
   * @param certificate of the current authority
   * @param rotation its replacement by the next one
   */
  public record State(X509Certificate certificate, Optional<RotationProgress> rotation) {
    /** By which agents verify it when they enrol. */
    public Digest fingerprint() {
      return Digest.of(PemBundle.encoded(certificate));
    }
  }

  /** The market's authority; creates it if there is none. */
  public static State state(ServerConfig config) {
    return MarketAdministration.asOperator(config, AuthorityAdministration::state);
  }

  private static State state(Database database) {
    // Before the rotation, which may end meanwhile: then the state is that of its end.
    Optional<RotationProgress> rotation = database.authorities().progress();
    return new State(
        MarketAuthority.read(database.authorities()).current().certificate(), rotation);
  }

  /** Begins to replace the authority; false if it is being replaced already. */
  public static boolean rotate(ServerConfig config) {
    return MarketAdministration.asOperator(
        config,
        database -> {
          var _ = MarketAuthority.read(database.authorities());
          CertificateAuthority next = CertificateAuthority.create();
          boolean begun = database.authorities().begin(next.toPem(), next.fingerprint().hex());
          OperatorAudit.record(
              database, "rotate-authority", "authority " + next.fingerprint(), begun);
          return begun;
        });
  }

  /** The result of ending a rotation. */
  public enum Finish {
    DONE,
    /** No authority is being replaced. */
    NO_ROTATION,
    /** Servers do not accept the next authority yet, or do not issue certificates from it. */
    SERVERS_NOT_READY
  }

  /** Replaces the authority now. Agents that have not moved must be enrolled again. */
  public static Finish finish(ServerConfig config) {
    return MarketAdministration.asOperator(
        config,
        database -> {
          Optional<RotationProgress> before = database.authorities().progress();
          if (before.isEmpty()) {
            return Finish.NO_ROTATION;
          }
          boolean isDone = database.authorities().finish(true);
          OperatorAudit.record(
              database,
              "finish-authority-rotation",
              "authority " + before.get().nextFingerprint(),
              isDone);
          return isDone ? Finish.DONE : Finish.SERVERS_NOT_READY;
        });
  }
}
