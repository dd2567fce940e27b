package tender.server.store.identity;

import tender.server.store.sql.Sql;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;

/** Who takes part in the market with a cluster. */
public final class ProviderRepository {
  private final Sql sql;

  public ProviderRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * Adds a provider, or lets one enrol anew that was added before.
   *
   * @return a token by which its agent can enrol once, before so long has passed; nothing, if the
   *     provider was revoked, which is for ever
   */
  public Optional<String> add(ProviderId provider, long validMillis) {
    String token = Token.random();
    return sql.transaction(
        session -> {
          session.update("delete from enrolment where until_millis <= now_millis()");
          session.update(
              "insert into provider (id) values (?) on conflict do nothing", provider.value());
          int issued =
              session.update(
                  """
                  insert into enrolment (token_hash, provider, until_millis)
                  select ?, id, now_millis() + ? from provider
                  where id = ? and revoked_millis is null
                  """,
                  Token.hash(token),
                  validMillis,
                  provider.value());
          return issued == 0 ? Optional.empty() : Optional.of(token);
        });
  }

  /** Who may enrol by a token, which is used up thereby. */
  public Optional<ProviderId> redeem(String token) {
    return sql.find(
        "delete from enrolment where token_hash = ? and until_millis > now_millis()"
            + " returning provider",
        row -> new ProviderId(row.getString(1)),
        Token.hash(token));
  }

  /**
   * Ends a provider's part in the market; nothing is owed to it any more.
   *
   * @return whether it had a part until now
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
          session.update("delete from owed where provider = ?", provider.value());
          return revoked > 0;
        });
  }

  /** Whether it was revoked, or never was a provider. */
  public boolean isRevoked(ProviderId provider) {
    return sql.find(
            "select 1 from provider where id = ? and revoked_millis is null",
            row -> true,
            provider.value())
        .isEmpty();
  }

  /**
   * How providers kept their word: of all parts of promises whose bags have ended, who did them,
   * and through whom one was broken.
   */
  public Map<ProviderId, TrackRecord> trackRecords() {
    Map<ProviderId, TrackRecord> records = new LinkedHashMap<>();
    sql.list(
        """
        select part.provider,
          count(*) filter (where promise.broken_through is distinct from part.provider),
          count(*) filter (where promise.broken_through = part.provider),
          coalesce(
            percentile_disc(0.5) within group (order by promise.late_millis)
              filter (where promise.broken_through = part.provider),
            0)
        from promise,
          lateral (
            select one ->> 'provider' as provider from json_array_elements(promise.parts) one) part
        where promise.ending in ('DONE', 'GIVEN_UP')
        group by part.provider
        """,
        row ->
            records.put(
                new ProviderId(row.getString(1)),
                new TrackRecord(row.getInt(2), row.getInt(3), row.getLong(4))));
    return records;
  }

  /** All, by their ids. */
  public List<RegisteredProvider> list() {
    return sql.list(
        "select id, added_millis, revoked_millis is not null from provider order by id",
        row ->
            new RegisteredProvider(new ProviderId(row.getString(1)), row.getLong(2), row.getBoolean(3)));
  }
}
