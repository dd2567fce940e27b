package tender.server.store.bags;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;
import tender.codec.StoredJson;
import tender.core.model.BagId;
import tender.server.model.BagSummary;
import tender.server.model.ListedWork;
import tender.server.model.ProjectId;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.projects.Membership;
import tender.server.store.sql.ConstraintViolationException;
import tender.server.store.sql.Parameters;
import tender.server.store.sql.Sql;
import tender.support.text.BagUsers;

/** Submissions: which user submitted which bag, with its work order and requirements. */
public final class SubmissionRepository {
  /** The largest page of a list. */
  public static final int MAX_PAGE_SIZE = 500;

  /** The constraint that a user uses a key for one bag. */
  static final String UNIQUE_KEY = "submission_user_id_client_key_key";

  /** The constraint that the user of a bag has uploaded its files. */
  static final String FILE_UPLOADED = "submission_file_uploaded";

  /** Continues the statement that writes a new bag. */
  private static final String SQL =
      """
      ,
      submitted as (
        insert into submission
          (bag, user_id, client_key, name, work_order, requirements, command_key, listed_work,
            project)
        select id, ?, ?, ?, ?::json, ?::json, ?, ?::json, ? from written)
      """;

  /** A person of a group is a member without a row until the first bag. */
  private static final String SQL_OF_MEMBER =
      SQL
          + """
          ,
          joined as (
            insert into project_member (project, user_id, is_invited)
            select ?, ?, false from written
            on conflict do nothing)
          """;

  private static final String SELECT_SUMMARISED =
      """
      select s.bag, s.name, s.created_millis, s.requirements, s.listed_work, b.summary, b.version,
        s.user_id
      from submission s join bag b on b.id = s.bag
      """;

  private final Sql sql;

  public SubmissionRepository(Sql sql) {
    this.sql = sql;
  }

  /** A bag in a user's list. */
  public record ListedBag(BagId bag, String name, long createdMillis) {}

  /**
   * A bag with what was stored for lists and views.
   *
   * @param submission empty if a server of an earlier version has stored it
   * @param summary empty if a server of an earlier version has written the bag
   */
  public record SummarisedBag(
      ListedBag listed, Optional<ListedSubmission> submission, Optional<BagSummary> summary) {}

  /** A bag of any user. */
  public record OwnedSummary(UserId user, SummarisedBag bag) {}

  /** Continues the statement that writes a new bag; {@link #add} adds the parameters. */
  static String sql(Submission submission) {
    return submission.project().isPresent() ? SQL_OF_MEMBER : SQL;
  }

  static void add(Parameters parameters, Submission submission) {
    WorkOrder order = submission.order();
    parameters.add(submission.user().value());
    parameters.add(submission.clientKey());
    parameters.add(order.name());
    parameters.add(new String(WorkOrderJson.write(order), StandardCharsets.UTF_8));
    parameters.add(StoredJson.write(Requirements.class, submission.requirements()));
    parameters.add(submission.commandKey());
    parameters.add(StoredJson.write(ListedWork.class, submission.listed().work()));
    parameters.add(submission.project().map(ProjectId::value).orElse(null));
    submission
        .project()
        .ifPresent(
            project -> {
              parameters.add(project.value());
              parameters.add(submission.user().value());
            });
  }

  public Optional<Submission> find(BagId bag) {
    return sql.find(
        "select user_id, client_key, work_order, requirements from submission"
            + " where bag = ? and deleted_millis is null",
        row -> {
          BagUsers.record(bag, row.getString(1));
          return new Submission(
              bag,
              new UserId(row.getString(1)),
              row.getString(2),
              WorkOrderJson.read(row.getString(3).getBytes(StandardCharsets.UTF_8)),
              StoredJson.read(Requirements.class, row.getString(4)));
        },
        bag.value());
  }

  /** The bag that a user submitted with this key. */
  public Optional<BagId> find(UserId user, String clientKey) {
    return sql.find(
        "select bag from submission where user_id = ? and client_key = ?",
        row -> new BagId(row.getString(1)),
        user.value(),
        clientKey);
  }

  /** Replaces the work order of a bag whose tasks were unknown when it was submitted. */
  public void replaceOrder(Submission submission) {
    ConstraintViolationException.referring(
        FILE_UPLOADED,
        () ->
            sql.update(
                """
                update submission
                set name = ?, work_order = ?::json, command_key = ?, listed_work = ?::json
                where bag = ?
                """,
                submission.order().name(),
                new String(WorkOrderJson.write(submission.order()), StandardCharsets.UTF_8),
                submission.commandKey(),
                StoredJson.write(ListedWork.class, submission.listed().work()),
                submission.bag().value()));
  }

  /** A user's latest bags with the mechanism share, newest first. */
  public List<Submission> listSharing(UserId user, int limit) {
    return sql
        .list(
            """
            select bag from submission where user_id = ? and requirements ->> 'bidStrategy' is not null
              and deleted_millis is null
            order by created_millis desc, bag desc limit ?
            """,
            row -> new BagId(row.getString(1)),
            user.value(),
            limit)
        .stream()
        .flatMap(bag -> find(bag).stream())
        .toList();
  }

  /** The names of those of the bags that belong to the user. */
  public Map<BagId, String> names(UserId user, Collection<BagId> bags) {
    Map<BagId, String> names = new LinkedHashMap<>();
    sql.list(
        "select bag, name from submission where user_id = ? and bag = any (?)",
        row -> names.put(new BagId(row.getString(1)), row.getString(2)),
        user.value(),
        bags.stream().map(BagId::value).toArray(String[]::new));
    return names;
  }

  /** The bag that was submitted with this key, also if it was deleted some days ago. */
  Optional<BagId> findAlsoDeleted(UserId user, String clientKey) {
    return sql.find(
        """
        select bag from submission where user_id = ? and client_key = ?
        union all select bag from deleted_bag where user_id = ? and client_key = ?
        """,
        row -> new BagId(row.getString(1)),
        user.value(),
        clientKey,
        user.value(),
        clientKey);
  }

  /**
   * The bags of all users or of one, newest first.
   *
   * @param text that the bag's id, its name or its user's name contains, in any case; may be empty
   * @param after the last bag of the previous page; empty for the first page
   */
  public List<OwnedSummary> search(
      Optional<UserId> user, String text, Optional<ListedBag> after, int limit) {
    return sql.list(
        SELECT_SUMMARISED
            + """
            where (s.created_millis, s.bag) < (?, ?) and (? = '' or s.user_id = ?)
              and s.deleted_millis is null
              and strpos(
                lower((s.bag || ' ' || s.name || ' ' || s.user_id) collate "default"), lower(?)) > 0
            order by s.created_millis desc, s.bag desc limit ?
            """,
        SubmissionRepository::owned,
        after.map(ListedBag::createdMillis).orElse(Long.MAX_VALUE),
        after.map(listed -> listed.bag().value()).orElse(""),
        user.map(UserId::value).orElse(""),
        user.map(UserId::value).orElse(""),
        text,
        limit);
  }

  /**
   * A user's bags, newest first, without their states and work orders.
   *
   * @param after the last bag of the previous page; empty for the first page
   * @param limit how many, from 1 to {@value #MAX_PAGE_SIZE}
   */
  public List<SummarisedBag> page(UserId user, Optional<ListedBag> after, int limit) {
    if (limit < 1 || limit > MAX_PAGE_SIZE) {
      throw new IllegalArgumentException(
          "The page size is %d bags; it must be from 1 to %d.".formatted(limit, MAX_PAGE_SIZE));
    }
    return sql.list(
        SELECT_SUMMARISED
            + """
            where s.user_id = ? and (s.created_millis, s.bag) < (?, ?) and s.deleted_millis is null
            order by s.created_millis desc, s.bag desc limit ?
            """,
        SubmissionRepository::summarised,
        user.value(),
        after.map(ListedBag::createdMillis).orElse(Long.MAX_VALUE),
        after.map(listed -> listed.bag().value()).orElse(""),
        limit);
  }

  /**
   * A bag that the user may see, without its state and work order. The bag of another user is found
   * only if it is for a project that shows its bags to this member.
   */
  public Optional<SummarisedBag> findSummarised(UserId user, BagId bag) {
    return sql.find(
        SELECT_SUMMARISED
            + "where s.bag = ? and s.deleted_millis is null and (s.user_id = ? or "
            + Membership.SEES_BAG
            + ")",
        SubmissionRepository::summarised,
        bag.value(),
        user.value(),
        user.value());
  }

  /** The bag of any user. */
  public Optional<OwnedSummary> findOwned(BagId bag) {
    return sql.find(
        SELECT_SUMMARISED + "where s.bag = ? and s.deleted_millis is null",
        SubmissionRepository::owned,
        bag.value());
  }

  private static OwnedSummary owned(ResultSet row) throws SQLException {
    return new OwnedSummary(new UserId(row.getString(8)), summarised(row));
  }

  private static SummarisedBag summarised(ResultSet row) throws SQLException {
    ListedBag listed = new ListedBag(new BagId(row.getString(1)), row.getString(2), row.getLong(3));
    Requirements requirements = StoredJson.read(Requirements.class, row.getString(4));
    long version = row.getLong(7);
    return new SummarisedBag(
        listed,
        Optional.ofNullable(row.getString(5))
            .map(work -> StoredJson.read(ListedWork.class, work))
            .map(work -> new ListedSubmission(listed.bag(), listed.name(), work, requirements)),
        Optional.ofNullable(row.getString(6))
            .map(summary -> StoredJson.read(BagSummary.class, summary))
            .filter(summary -> summary.version() == version));
  }
}
