package tender.server.store.projects;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.model.ProjectId;
import tender.server.model.ProjectMember;
import tender.server.model.ProjectRole;
import tender.server.model.UserId;
import tender.server.store.sql.ConstraintViolationException;
import tender.server.store.sql.Sql;

/** The members of projects, with their roles and limits. */
public final class ProjectMembers {
  private static final String KNOWN_USER = "project_member_user_id_fkey";

  private final Sql sql;

  public ProjectMembers(Sql sql) {
    this.sql = sql;
  }

  /** Members, and former ones who have spent something, ordered by name. */
  public List<ProjectMember> list(ProjectId project) {
    return list(project, Optional.empty());
  }

  /** One of them. */
  public Optional<ProjectMember> find(ProjectId project, UserId user) {
    return list(project, Optional.of(user)).stream().findFirst();
  }

  private List<ProjectMember> list(ProjectId project, Optional<UserId> user) {
    return sql.list(
        "select u.id, coalesce(m.role, 'member'), "
            + Membership.CONDITION
            + """
              as is_member,
              coalesce(m.is_invited, false), m.spending_limit, coalesce(m.spent, 0)
              from project p cross join market_user u
                left join project_member m on m.project = p.id and m.user_id = u.id
              where p.id = ? and (?::text is null or u.id = ?) and (
              """
            + Membership.CONDITION
            + " or m.spent > 0) order by u.id",
        row ->
            new ProjectMember(
                new UserId(row.getString(1)),
                ProjectRole.of(row.getString(2)).orElseThrow(),
                row.getBoolean(3),
                row.getBoolean(4),
                Optional.ofNullable(row.getObject(5, Long.class)).map(Money::new),
                new Money(row.getLong(6))),
        project.value(),
        user.map(UserId::value).orElse(null),
        user.map(UserId::value).orElse(null));
  }

  /**
   * Makes a user a member, or changes the role of one.
   *
   * @return whether the user exists
   */
  public boolean add(ProjectId project, UserId user, ProjectRole role) {
    try {
      sql.update(
          """
          insert into project_member (project, user_id, role, is_invited) values (?, ?, ?, true)
          on conflict (project, user_id) do update
          set role = excluded.role, is_invited = true, removed_millis = null
          """,
          project.value(),
          user.value(),
          role.text());
      return true;
    } catch (ConstraintViolationException e) {
      if (e.constraint().equals(KNOWN_USER)) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Removes a member; bags that run are not affected. A person of one of the project's groups stays
   * removed until invited again.
   *
   * @return whether the user was a member
   */
  public boolean remove(ProjectId project, UserId user) {
    return sql.update(
            """
            insert into project_member as m (project, user_id, is_invited, removed_millis)
            select p.id, u.id, false, now_millis()
            from project p cross join market_user u
              left join project_member m on m.project = p.id and m.user_id = u.id
            where p.id = ? and u.id = ? and
            """
                + Membership.CONDITION
                + """
                  on conflict (project, user_id) do update
                  set role = 'member', is_invited = false, removed_millis = now_millis()
                  """,
            project.value(),
            user.value())
        > 0;
  }

  /**
   * Sets the most that a member may spend.
   *
   * @param limit empty if without limit
   * @return whether the user is a member
   */
  public boolean setLimit(ProjectId project, UserId user, Optional<Money> limit) {
    @Nullable Long millicredits = limit.map(Money::millicredits).orElse(null);
    return sql.update(
            """
            insert into project_member as m (project, user_id, is_invited, spending_limit)
            select p.id, u.id, false, ?::bigint
            from project p cross join market_user u
              left join project_member m on m.project = p.id and m.user_id = u.id
            where p.id = ? and u.id = ? and
            """
                + Membership.CONDITION
                + """
                  on conflict (project, user_id) do update
                  set spending_limit = excluded.spending_limit
                  """,
            millicredits,
            project.value(),
            user.value())
        > 0;
  }

  /** Whether a user may see the bag of another member of a project. */
  public boolean maySee(UserId user, BagId bag) {
    return sql.find(
            "select 1 from submission s where s.bag = ? and " + Membership.SEES_BAG,
            _ -> true,
            bag.value(),
            user.value())
        .isPresent();
  }
}
