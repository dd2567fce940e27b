package tender.server.store.identity;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tender.core.model.ProviderId;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/**
 * The certificates that were issued to agents. Each provider has one line of them: an enrolment
 * retires all earlier certificates, and the first use of a renewed certificate retires the others.
 * Until then the previous one stays valid, because the agent may die before it has stored the
 * renewed one.
 */
public final class AgentCertificateRepository {
  /** Unused renewals beyond this number are retired, oldest first, so that they are bounded. */
  private static final int MAX_UNUSED = 16;

  private static final long RETENTION_MILLIS = 30L * 24 * 3_600_000;

  private static final String STATE =
      """
      case
        when p.revoked_millis is not null or c.revoked then 'REVOKED'
        when c.authority_replaced then 'AUTHORITY_REPLACED'
        when c.serial is null or c.retired_millis is not null then 'REPLACED'
        when c.first_used_millis is null then 'UNUSED'
        else 'ACTIVE'
      end
      """;

  private final Sql sql;

  public AgentCertificateRepository(Sql sql) {
    this.sql = sql;
  }

  /** The provider that an enrolment token belongs to. The token is not redeemed. */
  public Optional<ProviderId> findByToken(String token) {
    return sql.find(
        """
        select provider from enrolment join provider on provider.id = enrolment.provider
        where token_hash = ? and expires_millis > now_millis() and revoked_millis is null
        """,
        row -> new ProviderId(row.getString(1)),
        Token.hash(token));
  }

  /**
   * Redeems an enrolment token for a certificate and retires all earlier ones of the provider.
   *
   * @return false if the token does not exist, has expired or was already redeemed
   */
  public boolean enrol(String token, IssuedCertificate certificate) {
    return sql.transaction(
        session -> {
          int redeemed =
              session.update(
                  """
                  with redeemed as (
                    delete from enrolment
                    where token_hash = ? and provider = ? and expires_millis > now_millis()
                    returning provider)
                  update provider
                  set enrolled_millis = coalesce(enrolled_millis, now_millis()),
                    certificates_recorded = true
                  from redeemed where id = redeemed.provider and revoked_millis is null
                  """,
                  Token.hash(token),
                  certificate.provider().value());
          if (redeemed == 0) {
            return false;
          }
          retireOthers(session, certificate);
          insert(session, certificate);
          return true;
        });
  }

  /**
   * Records a renewed certificate; the current one stays valid until the new one is used.
   *
   * @return false if the current certificate is not valid any more
   */
  public boolean renew(String currentSerial, IssuedCertificate next) {
    return sql.transaction(
        session -> {
          lockProvider(session, next.provider());
          if (state(session, next.provider(), currentSerial) != CertificateState.ACTIVE) {
            return false;
          }
          insert(session, next);
          session.update(
              """
              update agent_certificate set retired_millis = now_millis()
              where serial in (
                select serial from agent_certificate
                where provider = ? and retired_millis is null and first_used_millis is null
                order by issued_millis desc, serial offset ?)
              """,
              next.provider().value(),
              MAX_UNUSED);
          session.update(
              "delete from agent_certificate where provider = ? and expires_millis < now_millis() - ?",
              next.provider().value(),
              RETENTION_MILLIS);
          return true;
        });
  }

  /** Whether a certificate is accepted. The first use of a certificate retires all others. */
  public CertificateState use(IssuedCertificate certificate) {
    ProviderId provider = certificate.provider();
    CertificateState state = sql.run(session -> state(session, provider, certificate.serial()));
    return switch (state) {
      case ACTIVE, REVOKED, AUTHORITY_REPLACED -> state;
      case UNUSED -> sql.transaction(session -> useFirst(session, certificate));
      case REPLACED -> sql.transaction(session -> adopt(session, certificate));
    };
  }

  private CertificateState useFirst(Session session, IssuedCertificate certificate)
      throws SQLException {
    lockProvider(session, certificate.provider());
    CertificateState state = state(session, certificate.provider(), certificate.serial());
    if (state != CertificateState.UNUSED) {
      return state;
    }
    retireOthers(session, certificate);
    session.update(
        "update agent_certificate set first_used_millis = now_millis() where serial = ?",
        certificate.serial());
    return CertificateState.ACTIVE;
  }

  /** Records a certificate that was issued before certificates were recorded, once. */
  private static CertificateState adopt(Session session, IssuedCertificate certificate)
      throws SQLException {
    int adopted =
        session.update(
            "update provider set certificates_recorded = true where id = ? and not"
                + " certificates_recorded and revoked_millis is null",
            certificate.provider().value());
    if (adopted > 0) {
      insert(session, certificate);
      session.update(
          "update agent_certificate set first_used_millis = now_millis() where serial = ?",
          certificate.serial());
    }
    return state(session, certificate.provider(), certificate.serial());
  }

  private static CertificateState state(Session session, ProviderId provider, String serial)
      throws SQLException {
    return session
        .find(
            "select "
                + STATE
                + " from provider p left join agent_certificate c"
                + " on c.provider = p.id and c.serial = ? where p.id = ?",
            row -> CertificateState.valueOf(row.getString(1)),
            serial,
            provider.value())
        .orElse(CertificateState.REVOKED);
  }

  /** Those of the certificates that are not valid any more. */
  public Set<String> invalid(Collection<String> serials) {
    if (serials.isEmpty()) {
      return Set.of();
    }
    return sql
        .list(
            """
            select s.serial from unnest(?) as s (serial)
            where not exists (
              select from agent_certificate c join provider p on p.id = c.provider
              where c.serial = s.serial and c.retired_millis is null and p.revoked_millis is null)
            """,
            row -> row.getString(1),
            (Object) serials.toArray(String[]::new))
        .stream()
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Revokes one certificate. Its agent must be enrolled again.
   *
   * @return the provider; empty if there is no such certificate or it is already revoked
   */
  public Optional<ProviderId> revoke(String serial) {
    return sql.find(
        """
        update agent_certificate
        set revoked = true, retired_millis = coalesce(retired_millis, now_millis())
        where serial = ? and not revoked
        returning provider
        """,
        row -> new ProviderId(row.getString(1)),
        serial);
  }

  /** The certificates that have not expired, by provider, newest first. */
  public List<RegisteredCertificate> list() {
    return sql.list(
        "select c.provider, c.serial, c.expires_millis, c.issued_millis, "
            + STATE
            + ", c.authority"
            + """
             from agent_certificate c join provider p on p.id = c.provider
            where c.expires_millis > now_millis()
            order by c.provider, c.issued_millis desc, c.serial
            """,
        AgentCertificateRepository::registered);
  }

  private static RegisteredCertificate registered(ResultSet row) throws SQLException {
    return new RegisteredCertificate(
        new IssuedCertificate(
            new ProviderId(row.getString(1)),
            row.getString(2),
            row.getLong(3),
            Optional.ofNullable(row.getString(6))),
        row.getLong(4),
        CertificateState.valueOf(row.getString(5)));
  }

  /** Orders the changes of one provider's certificates. */
  private static void lockProvider(Session session, ProviderId provider) throws SQLException {
    session.find(
        "select 1 from provider where id = ? for no key update",
        row -> row.getInt(1),
        provider.value());
  }

  private static void retireOthers(Session session, IssuedCertificate certificate)
      throws SQLException {
    session.update(
        """
        update agent_certificate set retired_millis = now_millis()
        where provider = ? and serial <> ? and retired_millis is null
        """,
        certificate.provider().value(),
        certificate.serial());
  }

  private static void insert(Session session, IssuedCertificate certificate) throws SQLException {
    session.update(
        "insert into agent_certificate (serial, provider, expires_millis, authority) values (?, ?, ?, ?)",
        certificate.serial(),
        certificate.provider().value(),
        certificate.expiresMillis(),
        certificate.authority().orElse(null));
  }
}
