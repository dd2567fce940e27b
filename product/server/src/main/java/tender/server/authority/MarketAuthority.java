package tender.server.authority;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.Consumer;
import tender.bagfile.Digest;
import tender.server.agents.certificates.Authorities;
import tender.server.agents.certificates.CertificateAuthority;
import tender.server.model.AuditEvent;
import tender.server.store.authority.AuthorityRepository;
import tender.server.store.authority.StoredAuthorities;
import tender.support.text.LogLimiter;

/**
 * One server's part in the replacement of the market's certificate authority. It reads the
 * authorities again and again, uses them, and records what it uses; the rotation proceeds when all
 * servers have done so. A server may be killed at any point: the others continue without it.
 */
public final class MarketAuthority {
  private static final Logger LOG = System.getLogger(MarketAuthority.class.getName());

  private final AuthorityRepository repository;
  private final String replica;
  private final Consumer<Authorities> gateway;
  private final Consumer<AuditEvent> audit;
  private final LogLimiter logLimiter = new LogLimiter();
  private Authorities used;

  /**
   * @param used what the gateway uses now
   * @param gateway uses other authorities before it returns
   */
  public MarketAuthority(
      AuthorityRepository repository,
      String replica,
      Authorities used,
      Consumer<Authorities> gateway,
      Consumer<AuditEvent> audit) {
    this.repository = repository;
    this.replica = replica;
    this.used = used;
    this.gateway = gateway;
    this.audit = audit;
  }

  /** The market's authorities; the first caller creates its first one. */
  public static Authorities read(AuthorityRepository repository) {
    return authorities(repository.getOrCreate(() -> CertificateAuthority.create().toPem()));
  }

  private static Authorities authorities(StoredAuthorities stored) {
    return new Authorities(
        CertificateAuthority.fromPem(stored.current()),
        stored.next().map(CertificateAuthority::fromPem),
        stored.isMoving());
  }

  /** Uses what is stored, and takes the next step of a rotation when it is due. */
  public synchronized void refresh() {
    Authorities stored;
    try {
      stored = read(repository);
    } catch (IllegalArgumentException e) {
      logLimiter
          .next("authorities")
          .ifPresent(
              suppressed ->
                  LOG.log(
                      Level.WARNING,
                      "Cannot read the market's authority; this server continues with what it has, and a rotation waits for it: cause={0}, suppressedLines={1}",
                      e.getMessage(),
                      suppressed));
      return;
    }
    if (!stored.equals(used)) {
      gateway.accept(stored);
      used = stored;
      LOG.log(
          Level.INFO,
          "Certificate authorities changed: current={0}, next={1}, agentsMove={2}",
          stored.current().fingerprint(),
          stored.next().map(one -> one.fingerprint().hex()).orElse("none"),
          stored.isMoving());
    }
    Optional<Digest> next = stored.next().map(CertificateAuthority::fingerprint);
    repository.report(replica, next.map(Digest::hex), stored.isMoving());
    if (stored.isMoving() && repository.finish(false)) {
      audit.accept(
          new AuditEvent(
              "server " + replica,
              "",
              "finish-authority-rotation",
              "authority " + next.orElseThrow(),
              AuditEvent.DONE));
    }
  }
}
