package tender.server.doctor.database;

import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the server may create its tables, and change those that exist. */
public final class DatabaseRightsCheck extends NamedCheck<ServerInstallation> {
  public static final String NAME = "database-rights";

  private static final String CAN_CREATE =
      "select coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)";

  /** Tables of an earlier start of a server, perhaps under another role. */
  private static final String FOREIGN_TABLE =
      """
      select c.relname || ' of ' || pg_get_userbyid(c.relowner)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p')
        and not pg_has_role(c.relowner, 'USAGE')
        and exists (select from pg_class h where h.relnamespace = n.oid and h.relname = 'flyway_schema_history')
      order by c.relname
      limit 1
      """;

  public DatabaseRightsCheck() {
    super(NAME, DatabaseLoginCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    String schema = server.query("select coalesce(current_schema(), '')");
    if (schema.isEmpty()) {
      return CheckResult.fault(
          "the role '%s' may use no schema of the database".formatted(server.databaseUser()),
          "In the database: GRANT USAGE, CREATE ON SCHEMA public TO " + server.databaseUser());
    }
    if (!server.query(CAN_CREATE).equals("t")) {
      return CheckResult.fault(
          "the role '%s' may not create tables in the schema '%s'"
              .formatted(server.databaseUser(), schema),
          "In the database: GRANT CREATE ON SCHEMA %s TO %s"
              .formatted(schema, server.databaseUser()));
    }
    String foreign = server.query(FOREIGN_TABLE);
    return foreign.isEmpty()
        ? CheckResult.ok("may create and change tables in the schema '%s'".formatted(schema))
        : CheckResult.fault(
            "the role '%s' may not change the table %s".formatted(server.databaseUser(), foreign),
            "In the database: REASSIGN OWNED BY %s TO %s"
                .formatted(foreign.replaceFirst(".* of ", ""), server.databaseUser()));
  }
}
