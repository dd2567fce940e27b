package tender.server.store.projects;

/** The membership in a project, as conditions of SQL statements. */
public final class Membership {
  /**
   * Whether a person is a member: joined rows {@code p} of the project, {@code u} of the user, and
   * {@code m} of the member, which may be absent. A person whom a manager has removed is not a
   * member through a group either.
   */
  static final String CONDITION =
      """
      (m.removed_millis is null and (
        coalesce(m.is_invited, false)
        or (p.identity_groups <> '{}' and exists (
          select from login_identity l
          where l.user_id = u.id and l.revoked_millis is null and l.groups && p.identity_groups))))
      """;

  /**
   * Whether a user, a parameter, may see the bag of another one: a row {@code s} of the submission.
   */
  public static final String SEES_BAG =
      """
      exists (
        select from project p join market_user u on u.id = ?
          left join project_member m on m.project = p.id and m.user_id = u.id
        where p.id = s.project and p.shows_bags and
      """
          + CONDITION
          + ")";

  private Membership() {}
}
