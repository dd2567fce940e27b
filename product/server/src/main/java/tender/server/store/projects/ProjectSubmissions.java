package tender.server.store.projects;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import tender.core.model.BagId;
import tender.core.model.OrganisationId;
import tender.server.model.ProjectBag;
import tender.server.model.ProjectId;
import tender.server.model.UserId;
import tender.server.store.identity.AgentConnectionRepository;
import tender.server.store.identity.Submitter;
import tender.server.store.sql.Sql;

/** Bags that are submitted for projects. */
public final class ProjectSubmissions {
  private final Sql sql;

  public ProjectSubmissions(Sql sql) {
    this.sql = sql;
  }

  /**
   * What is needed of a member who submits a bag for a project, in one statement; empty if the user
   * is not a member, or the project does not exist.
   *
   * @param maxOpenBags no more open bags of the user are counted
   * @param maxProjectBags no more open bags of the project are counted, if it has no quota
   */
  public Optional<ProjectSubmitter> submitter(
      ProjectId project, UserId user, int maxOpenBags, int maxProjectBags) {
    return sql.find(
        """
        select organisations, own.bags, own.tasks, now_millis(), starts_millis, ends_millis,
          max_open_bags, max_open_tasks, max_stored_bytes, shared.bags, shared.tasks,
          exists (
            select from replica
            where not pays_for_projects and heartbeat_millis > now_millis() - ?)
        from project p
          join market_user u on u.id = ?
          left join project_member m on m.project = p.id and m.user_id = u.id
          cross join lateral (
            select count(*) as bags, coalesce(sum(submitted_tasks), 0)::bigint as tasks from (
              select submitted_tasks from bag
              where submitter = u.id and ended_millis is null limit ?) open) own
          cross join lateral (
            select count(*) as bags, coalesce(sum(submitted_tasks), 0)::bigint as tasks from (
              select submitted_tasks from bag
              where submitted_for = p.id and ended_millis is null
              limit coalesce(p.max_open_bags, ?)) open) shared
        where p.id = ? and
        """
            + Membership.CONDITION,
        row -> {
          Long endsMillis = row.getObject(6, Long.class);
          return new ProjectSubmitter(
              new Submitter(
                  Stream.of((String[]) row.getArray(1).getArray())
                      .map(OrganisationId::new)
                      .toList(),
                  row.getInt(2),
                  row.getLong(3)),
              row.getLong(4),
              row.getLong(5),
              endsMillis == null ? OptionalLong.empty() : OptionalLong.of(endsMillis),
              ProjectRepository.quotas(row, 7),
              row.getInt(10),
              row.getLong(11),
              row.getBoolean(12));
        },
        AgentConnectionRepository.FRESH_MILLIS,
        user.value(),
        maxOpenBags,
        maxProjectBags,
        project.value());
  }

  /**
   * The bags of a project, newest first.
   *
   * @param user of whom; empty for all members
   */
  public List<ProjectBag> list(ProjectId project, Optional<UserId> user, int limit) {
    return sql.list(
        """
        select bag, user_id, name, created_millis from submission
        where project = ? and deleted_millis is null and (?::text is null or user_id = ?)
        order by created_millis desc, bag desc limit ?
        """,
        row ->
            new ProjectBag(
                new BagId(row.getString(1)),
                new UserId(row.getString(2)),
                row.getString(3),
                row.getLong(4)),
        project.value(),
        user.map(UserId::value).orElse(null),
        user.map(UserId::value).orElse(null),
        limit);
  }
}
