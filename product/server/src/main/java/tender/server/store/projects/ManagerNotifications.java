package tender.server.store.projects;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.server.model.NotificationEvent;
import tender.server.model.ProjectWarning;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;
import tools.jackson.databind.json.JsonMapper;

/** Notifies the managers of projects of the warnings about their budgets. */
public final class ManagerNotifications {
  private static final String INSERT =
      """
      insert into notification_delivery (channel, event_id, event, data)
      select c.id,
        'evt_' || left(encode(sha256(convert_to('project/' || ?::bigint, 'UTF8')), 'hex'), 32),
        ?, ?::json
      from project p
        join project_member m on m.project = p.id and m.role = 'manager'
        join market_user u on u.id = m.user_id
        join notification_channel c on c.user_id = u.id
      where p.id = ? and ? = any (c.events) and c.confirmed_millis is not null and
      """
          + Membership.CONDITION
          + """
          order by c.id
          on conflict do nothing
          """;

  private final Sql sql;

  public ManagerNotifications(Sql sql) {
    this.sql = sql;
  }

  /** A warning that was not notified. */
  private record Taken(long serial, ProjectWarning warning) {}

  /**
   * Records the notifications of warnings for which that was not done, each by one server only.
   * They are sent as those of bags are.
   *
   * @return how many warnings
   */
  public int addMissing() {
    return sql.transaction(
        session -> {
          List<Taken> all =
              session.list(
                  """
                  update project_event set notified_millis = now_millis()
                  where serial in (
                    select serial from project_event where notified_millis is null
                    order by serial limit 100 for update skip locked)
                  returning project, kind, budget, balance, at_millis, serial
                  """,
                  row -> new Taken(row.getLong(6), ProjectRepository.warning(row)));
          for (Taken taken : all) {
            add(session, taken);
          }
          return all.size();
        });
  }

  private static void add(Session session, Taken taken) throws SQLException {
    String event = NotificationEvent.PROJECT_BUDGET.text();
    ProjectWarning warning = taken.warning();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("project", warning.project().value());
    data.put("percent", warning.percent());
    data.put("budget", warning.budget().toString());
    data.put("available", warning.balance().toString());
    session.update(
        INSERT,
        taken.serial(),
        event,
        JsonMapper.shared().writeValueAsString(data),
        warning.project().value(),
        event);
  }
}
