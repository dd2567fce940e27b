package tender.server.doctor.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether PostgreSQL accepts the user and the password. */
public final class DatabaseLoginCheck extends NamedCheck<ServerInstallation> {
  static final String NAME = "database-login";

  /** For checks that need a connection to the database. */
  static final List<String> REQUIRED = List.of(NAME);

  public DatabaseLoginCheck() {
    super(NAME, List.of(DatabasePortCheck.NAME));
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    try (Connection connection = server.dataSource().getConnection()) {
      return CheckResult.ok(
          "connected to '%s' as '%s'".formatted(connection.getCatalog(), server.databaseUser()));
    } catch (SQLException e) {
      return CheckResult.fault(
          String.valueOf(e.getMessage()).lines().findFirst().orElse("no answer"),
          fix(String.valueOf(e.getSQLState()), server));
    }
  }

  /** By the codes in appendix A of PostgreSQL's documentation. */
  private static String fix(String state, ServerInstallation server) {
    return switch (state) {
      case "28P01" ->
          "Correct user and password in 'database', or set the password in PostgreSQL: \\password %s"
              .formatted(server.databaseUser());
      case "28000" ->
          "Create the role in PostgreSQL (createuser --pwprompt %s), and allow it in pg_hba.conf to connect from this machine."
              .formatted(server.databaseUser());
      case "3D000" ->
          "Create the database: createdb --owner=%s --encoding=UTF8 %s"
              .formatted(server.databaseUser(), server.databaseName());
      case "42501" ->
          "Allow the role to connect: GRANT CONNECT, CREATE ON DATABASE %s TO %s"
              .formatted(server.databaseName(), server.databaseUser());
      case "53300" ->
          "Raise max_connections in postgresql.conf, or the connection limit of the role or database, or stop programs that hold connections.";
      default -> "Check the setting 'database', PostgreSQL's log, and its pg_hba.conf.";
    };
  }
}
