package tender.server.store.retention;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.model.RemainingData;
import tender.server.model.RemainingData.SiteCopy;
import tender.server.store.sql.Sql;

/** What providers hold of deleted bags: a row for each provider that has not confirmed yet. */
public final class DeletedBagCopies {
  private final Sql sql;

  public DeletedBagCopies(Sql sql) {
    this.sql = sql;
  }

  /**
   * The deleted bags whose data this provider must delete. A bag of which the provider has not
   * received all messages, or whose final bills are missing, is left out: the provider still needs
   * its record of the bag.
   *
   * @param after the last bag of the previous page; empty text for the first page
   */
  public List<BagId> list(ProviderId provider, String after, int limit) {
    return sql.list(
        """
        select bag from deleted_bag_copy copy
        where provider = ? and bag > ?
          and not exists (select from outbox o where o.bag = copy.bag and o.provider = copy.provider)
          and not exists (select from bag where id = copy.bag and timer_millis is not null)
        order by bag limit ?
        """,
        row -> new BagId(row.getString(1)),
        provider.value(),
        after,
        limit);
  }

  /** The provider holds nothing of these bags. May be repeated. */
  public void confirm(ProviderId provider, Collection<BagId> bags) {
    sql.update(
        "delete from deleted_bag_copy where provider = ? and bag = any (?)",
        provider.value(),
        bags.stream().map(BagId::value).toArray(String[]::new));
  }

  /** What remains of a bag that its user has deleted. */
  public RemainingData remaining(BagId bag) {
    return sql.find(
            """
            with deleted as (
              select site_results, site_providers from deleted_bag where bag = ?
              union all
              select work_order #>> '{results,site}',
                array(select provider from providers_with_data(?) as provider order by 1)
              from submission where bag = ?)
            select
              array(select provider from deleted_bag_copy where bag = ? order by provider),
              (select site_results from deleted limit 1),
              (select site_providers from deleted limit 1),
              (select count(*) from transfer where bag = ?)
            """,
            row ->
                new RemainingData(
                    providers(row.getArray(1)), siteCopy(bag, row), (int) row.getLong(4)),
            bag.value(),
            bag.value(),
            bag.value(),
            bag.value(),
            bag.value())
        .orElseThrow();
  }

  private static Optional<SiteCopy> siteCopy(BagId bag, ResultSet row) throws SQLException {
    String folder = row.getString(2);
    return folder == null
        ? Optional.empty()
        : Optional.of(new SiteCopy(folder + "/" + bag, providers(row.getArray(3))));
  }

  private static List<ProviderId> providers(Array names) throws SQLException {
    return Stream.of((String[]) names.getArray()).map(ProviderId::new).toList();
  }
}
