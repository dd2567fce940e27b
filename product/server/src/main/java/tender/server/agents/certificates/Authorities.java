package tender.server.agents.certificates;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tender.bagfile.Digest;

/**
 * The market's certificate authorities: one, or two while the current one is replaced by the next.
 * Servers accept agents of both. They present certificates of the current one until all agents
 * trust the next, because an agent that does not could not connect any more.
 *
 * @param next the one that will be the current one
 * @param isMoving whether agents get certificates from the next one; only when all servers accept
 *     these
 */
public record Authorities(
    CertificateAuthority current, Optional<CertificateAuthority> next, boolean isMoving) {
  public Authorities {
    if (isMoving && next.isEmpty()) {
      throw new IllegalArgumentException("There is no authority to move to.");
    }
  }

  /** The authorities of a market that does not replace its own. */
  public static Authorities only(CertificateAuthority authority) {
    return new Authorities(authority, Optional.empty(), false);
  }

  /** Issues certificates to agents. */
  CertificateAuthority issuer() {
    return isMoving ? next.orElseThrow() : current;
  }

  /** Those whose agents are accepted. */
  public List<X509Certificate> accepted() {
    return Stream.concat(Stream.of(current), next.stream())
        .map(CertificateAuthority::certificate)
        .toList();
  }

  /**
   * Those that agents should trust, with the issuer first: an agent verifies the market's
   * signatures with the first one.
   */
  List<X509Certificate> announced() {
    return isMoving
        ? List.of(issuer().certificate(), current.certificate())
        : List.of(current.certificate());
  }

  /** The authority whose signatures an agent with this certificate verifies. */
  public CertificateAuthority of(X509Certificate agent) {
    return next.filter(one -> one.hasIssued(agent)).orElse(current);
  }

  /**
   * Whether an agent should renew its certificate now: another authority issues certificates, or
   * the agent trusts one that was replaced.
   *
   * @param trusted the fingerprints of the authorities that it trusts; empty if unknown
   */
  public boolean isOutdated(X509Certificate agent, Set<Digest> trusted) {
    // Another server may have noticed earlier that agents move to the next one.
    boolean isIssued =
        issuer().hasIssued(agent) || next.filter(one -> one.hasIssued(agent)).isPresent();
    return !isIssued || !fingerprints().containsAll(trusted);
  }

  private Set<Digest> fingerprints() {
    return Stream.concat(Stream.of(current), next.stream())
        .map(CertificateAuthority::fingerprint)
        .collect(Collectors.toUnmodifiableSet());
  }
}
