package tender.server.store.bags;

import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.BagId;
import tender.server.model.UserId;
import tender.server.model.Requirements;
import tender.codec.StoredJson;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;

/** Who has handed in which bag, and what its tasks are. */
public final class SubmissionRepository {
  /** The longest page of a list. */
  public static final int MAX_PAGE_SIZE = 500;

  private final Sql sql;

  public SubmissionRepository(Sql sql) {
    this.sql = sql;
  }

  /** A bag in a person's list. */
  public record ListedBag(BagId bag, String name, long createdMillis) {}

  /** Whether it was new to this person's keys. */
  static boolean insert(Session session, Submission submission) throws SQLException {
    WorkOrder order = submission.order();
    return session.update(
            """
            insert into submission (bag, person, client_key, name, work_order, wish)
            values (?, ?, ?, ?, ?::json, ?::json)
            on conflict (person, client_key) do nothing
            """,
            submission.bag().value(),
            submission.user().value(),
            submission.clientKey(),
            order.name(),
            new String(WorkOrderJson.write(order), StandardCharsets.UTF_8),
            StoredJson.write(Requirements.class, submission.requirements()))
        > 0;
  }

  public Optional<Submission> find(BagId bag) {
    return sql.find(
        "select person, client_key, work_order, wish from submission where bag = ?",
        row ->
            new Submission(
                bag,
                new UserId(row.getString(1)),
                row.getString(2),
                WorkOrderJson.read(row.getString(3).getBytes(StandardCharsets.UTF_8)),
                StoredJson.read(Requirements.class, row.getString(4))),
        bag.value());
  }

  /** The last of a person's bags that bid where time is shared, newest first. */
  public List<Submission> listSharing(UserId person, int limit) {
    return sql
        .list(
            """
            select bag from submission where person = ? and wish ->> 'bidder' is not null
            order by created_millis desc, bag desc limit ?
            """,
            row -> new BagId(row.getString(1)),
            person.value(),
            limit)
        .stream()
        .flatMap(bag -> find(bag).stream())
        .toList();
  }

  /** The names of those of the bags that are a person's. */
  public Map<BagId, String> names(UserId person, Collection<BagId> bags) {
    Map<BagId, String> names = new LinkedHashMap<>();
    sql.list(
        "select bag, name from submission where person = ? and bag = any (?)",
        row -> names.put(new BagId(row.getString(1)), row.getString(2)),
        person.value(),
        bags.stream().map(BagId::value).toArray(String[]::new));
    return names;
  }

  /** The bag that a person's key stands for. */
  public Optional<BagId> find(UserId person, String clientKey) {
    return sql.run(session -> find(session, person, clientKey));
  }

  static Optional<BagId> find(Session session, UserId person, String clientKey)
      throws SQLException {
    return session.find(
        "select bag from submission where person = ? and client_key = ?",
        row -> new BagId(row.getString(1)),
        person.value(),
        clientKey);
  }

  /**
   * A person's bags, newest first.
   *
   * @param after the last of the page before, if this is not the first
   * @param limit how many, from 1 to {@value #MAX_PAGE_SIZE}
   */
  public List<ListedBag> list(UserId person, Optional<ListedBag> after, int limit) {
    if (limit < 1 || limit > MAX_PAGE_SIZE) {
      throw new IllegalArgumentException(
          "A page of "
              + limit
              + " bags is asked for, and must have from 1 to "
              + MAX_PAGE_SIZE
              + ".");
    }
    return sql.list(
        """
        select bag, name, created_millis from submission
        where person = ? and (created_millis, bag) < (?, ?)
        order by created_millis desc, bag desc limit ?
        """,
        row -> new ListedBag(new BagId(row.getString(1)), row.getString(2), row.getLong(3)),
        person.value(),
        after.map(ListedBag::createdMillis).orElse(Long.MAX_VALUE),
        after.map(listed -> listed.bag().value()).orElse(""),
        limit);
  }
}
