package tender.server.store.projects;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.model.Project;
import tender.server.model.ProjectId;
import tender.server.model.ProjectQuotas;
import tender.server.model.ProjectRole;
import tender.server.model.ProjectSettings;
import tender.server.model.ProjectUsage;
import tender.server.model.ProjectWarning;
import tender.server.model.UserId;
import tender.server.store.sql.Sql;

/**
 * Projects with their budgets, warnings and usage. Transfers change these ({@code
 * V24__projects.sql}); here they are read.
 */
public final class ProjectRepository {
  private static final String SELECT =
      """
      select p.id, title, starts_millis, ends_millis, shows_bags, identity_groups,
        max_open_bags, max_open_tasks, max_stored_bytes, budget, a.balance,
        coalesce((select sum(spent) from project_member every where every.project = p.id), 0)
          ::bigint as spent,
        coalesce((select sum(charged) from project_usage g where g.project = p.id), 0)
          ::bigint as charged,
      """
          + "case when "
          + Membership.CONDITION
          + "then coalesce(m.role, 'member') end as role"
          + """

          from project p
            join account a on a.id = 'project:' || p.id
            left join market_user u on u.id = ?
            left join project_member m on m.project = p.id and m.user_id = u.id
          """;

  private static final String WARNING_PREFIX = "budget-";

  private final Sql sql;

  public ProjectRepository(Sql sql) {
    this.sql = sql;
  }

  /** Creates a project with an empty account; returns false if its id is taken. */
  public boolean create(ProjectId project, ProjectSettings settings) {
    return sql.update(
            """
            insert into project
              (title, starts_millis, ends_millis, shows_bags, identity_groups,
                max_open_bags, max_open_tasks, max_stored_bytes, id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing
            """,
            values(project, settings))
        > 0;
  }

  /** Replaces the settings of a project; returns whether it exists. */
  public boolean change(ProjectId project, ProjectSettings settings) {
    return sql.update(
            """
            update project set title = ?, starts_millis = ?, ends_millis = ?, shows_bags = ?,
              identity_groups = ?, max_open_bags = ?, max_open_tasks = ?, max_stored_bytes = ?
            where id = ?
            """,
            values(project, settings))
        > 0;
  }

  private static @Nullable Object[] values(ProjectId project, ProjectSettings settings) {
    ProjectQuotas quotas = settings.quotas();
    return new @Nullable Object[] {
      settings.title(),
      settings.startsMillis(),
      orNull(settings.endsMillis()),
      settings.showsBags(),
      settings.groups().toArray(String[]::new),
      quotas.openBags().isPresent() ? quotas.openBags().getAsInt() : null,
      orNull(quotas.openTasks()),
      orNull(quotas.storedBytes()),
      project.value()
    };
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  /**
   * A project.
   *
   * @param reader whose role is read
   */
  public Optional<Project> find(ProjectId project, UserId reader) {
    return sql.find(
        SELECT + "where p.id = ?", ProjectRepository::project, reader.value(), project.value());
  }

  /** All projects, or those of which the reader is a member, ordered by id. */
  public List<Project> list(UserId reader, boolean all) {
    return sql.list(
        SELECT + "where (? or " + Membership.CONDITION + ") order by p.id",
        ProjectRepository::project,
        reader.value(),
        all);
  }

  private static Project project(ResultSet row) throws SQLException {
    long spent = row.getLong(12);
    long charged = row.getLong(13);
    return new Project(
        new ProjectId(row.getString(1)),
        new ProjectSettings(
            row.getString(2),
            row.getLong(3),
            optional(row.getObject(4, Long.class)),
            row.getBoolean(5),
            Stream.of((String[]) row.getArray(6).getArray()).toList(),
            quotas(row, 7)),
        new Money(row.getLong(10)),
        new Money(row.getLong(11)),
        new Money(spent - charged),
        Optional.ofNullable(row.getString(14)).flatMap(ProjectRole::of));
  }

  /** Reads the quotas from three columns. */
  static ProjectQuotas quotas(ResultSet row, int first) throws SQLException {
    Integer openBags = row.getObject(first, Integer.class);
    return new ProjectQuotas(
        openBags == null ? OptionalInt.empty() : OptionalInt.of(openBags),
        optional(row.getObject(first + 1, Long.class)),
        optional(row.getObject(first + 2, Long.class)));
  }

  private static OptionalLong optional(@Nullable Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /**
   * Usage by day, member and provider, oldest first.
   *
   * @param user of whom; empty for all members
   * @param until the day after the last one
   */
  public List<ProjectUsage> usage(
      ProjectId project, Optional<UserId> user, LocalDate from, LocalDate until) {
    return sql.list(
        """
        select user_id, provider, day, charged, penalties from project_usage
        where project = ? and day >= ? and day < ? and (?::text is null or user_id = ?)
        order by day, user_id, provider
        """,
        row ->
            new ProjectUsage(
                new UserId(row.getString(1)),
                new ProviderId(row.getString(2)),
                LocalDate.ofEpochDay(row.getInt(3)),
                new Money(row.getLong(4)),
                new Money(row.getLong(5))),
        project.value(),
        (int) from.toEpochDay(),
        (int) until.toEpochDay(),
        user.map(UserId::value).orElse(null),
        user.map(UserId::value).orElse(null));
  }

  /** The warnings of a project, newest first. */
  public List<ProjectWarning> warnings(ProjectId project) {
    return sql.list(
        """
        select project, kind, budget, balance, at_millis from project_event
        where project = ? and kind like 'budget-%' order by serial desc
        """,
        ProjectRepository::warning, project.value());
  }

  /** Warnings that no server has written to its log; each is returned to one server only. */
  public List<ProjectWarning> takeUnlogged() {
    return sql.list(
        """
        update project_event set logged_millis = now_millis()
        where serial in (
          select serial from project_event where logged_millis is null
          order by serial limit 100 for update skip locked)
        returning project, kind, budget, balance, at_millis
        """,
        ProjectRepository::warning);
  }

  /** Reads the first five columns: project, kind, budget, balance and time. */
  static ProjectWarning warning(ResultSet row) throws SQLException {
    return new ProjectWarning(
        new ProjectId(row.getString(1)),
        Integer.parseInt(row.getString(2).substring(WARNING_PREFIX.length())),
        new Money(row.getLong(3)),
        new Money(row.getLong(4)),
        row.getLong(5));
  }
}
