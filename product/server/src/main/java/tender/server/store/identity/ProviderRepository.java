package tender.server.store.identity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.core.share.ProviderMembership;
import tender.server.store.sql.Sql;

/** Providers, their enrolment tokens and their track records. */
public final class ProviderRepository {
  private final Sql sql;

  public ProviderRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * Adds a provider, or creates another enrolment token for an existing one.
   *
   * @return a token with which the provider's agent can enrol once within this time; empty if the
   *     provider was revoked, which is permanent
   */
  public Optional<String> add(ProviderId provider, long validMillis) {
    String token = Token.random();
    return sql.transaction(
        session -> {
          session.update("delete from enrolment where expires_millis <= now_millis()");
          session.update(
              "insert into provider (id) values (?) on conflict do nothing", provider.value());
          int issued =
              session.update(
                  """
                  insert into enrolment (token_hash, provider, expires_millis)
                  select ?, id, now_millis() + ? from provider
                  where id = ? and revoked_millis is null
                  """,
                  Token.hash(token),
                  validMillis,
                  provider.value());
          return issued == 0 ? Optional.empty() : Optional.of(token);
        });
  }

  /**
   * Revokes a provider and deletes its outbox.
   *
   * @return whether the provider was active
   */
  public boolean revoke(ProviderId provider) {
    return sql.transaction(
        session -> {
          int revoked =
              session.update(
                  "update provider set revoked_millis = now_millis()"
                      + " where id = ? and revoked_millis is null",
                  provider.value());
          session.update("delete from enrolment where provider = ?", provider.value());
          session.update("delete from outbox where provider = ?", provider.value());
          return revoked > 0;
        });
  }

  /**
   * Track records of all providers: for the promises of ended bags, how many parts each provider
   * kept and how many promises were broken because of it. The median delay is that of the latest
   * broken promises.
   */
  public Map<ProviderId, TrackRecord> trackRecords() {
    Map<ProviderId, TrackRecord> records = new LinkedHashMap<>();
    sql.list(
        """
        select provider, least(kept, 2147483647), least(late, 2147483647),
          coalesce(
            (select percentile_disc(0.5) within group (order by one) from unnest(late_millis) one),
            0)
        from provider_record where kept > 0 or late > 0
        """,
        row ->
            records.put(
                new ProviderId(row.getString(1)),
                new TrackRecord(row.getInt(2), row.getInt(3), row.getLong(4))));
    return records;
  }

  /** The providers that belong to organisations. */
  public List<ProviderMembership> memberships() {
    return sql.list(
        "select id, organisations from provider where organisations <> '{}' order by id",
        row ->
            new ProviderMembership(
                new ProviderId(row.getString(1)), UserRepository.organisations(row, 2)));
  }

  /** Sets the organisations of a provider; returns whether the provider exists. */
  public boolean setOrganisations(ProviderId provider, List<OrganisationId> organisations) {
    return sql.update(
            "update provider set organisations = ? where id = ?",
            UserRepository.texts(organisations),
            provider.value())
        > 0;
  }

  /** All providers, ordered by id. */
  public List<RegisteredProvider> list() {
    return sql.list(
        "select id, enrolled_millis is not null, revoked_millis is not null, organisations"
            + " from provider order by id",
        row ->
            new RegisteredProvider(
                new ProviderId(row.getString(1)),
                row.getBoolean(2),
                row.getBoolean(3),
                UserRepository.organisations(row, 4)));
  }
}
