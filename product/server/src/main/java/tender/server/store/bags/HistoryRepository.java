package tender.server.store.bags;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tender.codec.StoredJson;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.store.sql.Sql;

/**
 * Past events: when results arrived, which limits were set, and how providers' offers and promises
 * turned out.
 */
public final class HistoryRepository {
  private final Sql sql;

  public HistoryRepository(Sql sql) {
    this.sql = sql;
  }

  /** Results of a part that arrived together. */
  public record ResultArrival(ReservationId part, long atMillis, int tasks) {}

  /** When the results of a bag arrived, oldest first. */
  public List<ResultArrival> arrivals(BagId bag) {
    return sql.list(
        """
        select round, attempt, provider, stored_millis,
          (select sum(upper(one) - lower(one)) from unnest(tasks) one)
        from pack where bag = ? order by serial
        """,
        row ->
            new ResultArrival(
                new ReservationId(
                    new CallId(bag, row.getInt(1)),
                    row.getInt(2),
                    new ProviderId(row.getString(3))),
                row.getLong(4),
                row.getInt(5)),
        bag.value());
  }

  /** The limits that were set from a bag's factors; empty before that. */
  public Optional<BagEffect.LimitsSet> limits(BagId bag) {
    return sql.find(
            "select effect from bag_history where bag = ? and effect ->> 'kind' = 'limits-set'",
            row -> StoredJson.read(BagEffect.class, row.getString(1)),
            bag.value())
        .map(BagEffect.LimitsSet.class::cast);
  }

  /** The number of tasks of a part when it was assigned to its provider; empty if it never was. */
  public OptionalInt placedTasks(ReservationId part) {
    return sql
        .list(
            "select effect from bag_history where bag = ? and effect ->> 'kind' = 'part-placed'",
            row -> (BagEffect.PartPlaced) StoredJson.read(BagEffect.class, row.getString(1)),
            part.call().bag().value())
        .stream()
        .filter(placed -> placed.part().equals(part))
        .mapToInt(BagEffect.PartPlaced::tasks)
        .max();
  }

  /** How many promises used a provider's offers, and how many did not. */
  public record OfferStats(int won, int lost) {
    static final OfferStats NONE = new OfferStats(0, 0);
  }

  /**
   * In how many promises a provider has a part, and in how many it made only unused offers,
   * including those of deleted bags.
   */
  public OfferStats offerStats(ProviderId provider) {
    return sql.find(
            """
            select live.used + coalesce(deleted_used, 0), live.unused + coalesce(deleted_unused, 0)
            from (
              select ? as provider,
                count(*) filter (where used) as used, count(*) filter (where not used) as unused
              from offer_outcome where provider = ?) live
            left join provider_record using (provider)
            """,
            row -> new OfferStats(row.getInt(1), row.getInt(2)),
            provider.value(),
            provider.value())
        .orElse(OfferStats.NONE);
  }

  /** By how much a provider was late, most recent promises first; at most the last hundred. */
  public List<Long> lateMillis(ProviderId provider) {
    return sql.list(
        """
        select one.millis
        from provider_record, unnest(late_millis) with ordinality as one (millis, place)
        where provider = ? order by place
        """,
        row -> row.getLong(1),
        provider.value());
  }
}
