package tender.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.server.MarketReplica;
import tender.server.Server;
import tender.server.ServerConfig;
import tender.server.doctor.database.CertificateAuthorityCheck;
import tender.server.doctor.installation.ServerInstallation;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.PostgresServer;
import tender.support.config.YamlConfigReader;
import tender.support.doctor.CheckResult.Status;
import tender.support.doctor.Finding;

/** Real faults of a real PostgreSQL, each of which is the only one that is reported. */
@Tag("live")
class DatabaseChecksLiveTest {
  private static final AtomicInteger ROLES = new AtomicInteger();

  @TempDir private Path folder;
  private String administrator;
  private String schema;
  private String role;
  private String url;

  /** A role that is no superuser, with a schema of its own. */
  @BeforeEach
  void createRole() throws SQLException {
    administrator = PostgresServer.shared().newDatabase().jdbcUrl();
    schema = administrator.replaceFirst(".*currentSchema=", "");
    role = "doctor" + ROLES.incrementAndGet();
    execute("create role %s login password 'right'".formatted(role));
    execute("grant usage, create on schema %s to %s".formatted(schema, role));
    url =
        administrator.replaceFirst("user=[^&]*&password=[^&]*", "user=" + role + "&password=right");
  }

  private void execute(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(administrator);
        Statement running = connection.createStatement()) {
      running.execute(statement);
    }
  }

  private Path file(String address) throws IOException {
    Path file = folder.resolve("server.yaml");
    Files.writeString(
        file,
        "database: '%s'\ndatabase_connections: 8\nrest_address: '127.0.0.1:0'\nagent_address: '127.0.0.1:0'\n"
            .formatted(address));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private List<Finding> problems(String address) throws IOException {
    return Problems.of(file(address), Clock.systemUTC(), _ -> false);
  }

  private void assertOnlyFault(String address, String check, String found, String fix)
      throws IOException {
    Problems.assertOnly(problems(address), Status.FAULT, check, found, fix);
  }

  /** The tables of a market. */
  private void createTables(String address) {
    Database.open(new DatabaseSettings(address, 2), "test").close();
  }

  @Test
  void soundDatabaseHasNoProblems() throws IOException {
    assertThat(problems(url)).isEmpty();
    createTables(url);
    assertThat(problems(url)).isEmpty();
  }

  @Test
  void runningServerIsNoFault() throws IOException {
    Path file = file(url);
    ServerConfig config = YamlConfigReader.read(file, ServerConfig.class);
    try (Server server = Server.start(config)) {
      String text =
          Files.readString(file)
              .replace(
                  "rest_address: '127.0.0.1:0'",
                  "rest_address: '127.0.0.1:" + server.restPort() + "'")
              .replace(
                  "agent_address: '127.0.0.1:0'",
                  "agent_address: '127.0.0.1:" + server.agentPort() + "'");
      Files.writeString(file, text);
      assertThat(Problems.of(file, Clock.systemUTC(), _ -> false)).isEmpty();
    }
  }

  @Test
  void wrongPasswordIsFound() throws IOException {
    String wrong = url.replace("password=right", "password=wrong");
    assertOnlyFault(
        wrong,
        "database-login",
        "password authentication failed for user \"" + role,
        "\\password " + role);
    assertThat(problems(wrong).toString()).doesNotContain("password=");
  }

  @Test
  void missingDatabaseIsFound() throws IOException {
    assertOnlyFault(
        url.replace("/tender?", "/absent?"),
        "database-login",
        "database \"absent\" does not exist",
        "createdb --owner=" + role + " --encoding=UTF8 absent");
  }

  @Test
  void usedUpConnectionsAreFound() throws Exception {
    execute("alter role %s connection limit 0".formatted(role));
    assertOnlyFault(
        url, "database-login", "too many connections for role", "Raise max_connections");
  }

  @Test
  void fewConnectionsAreFound() throws Exception {
    execute("alter role %s connection limit 7".formatted(role));
    assertOnlyFault(
        url,
        "database-connections",
        "a server needs 9 connections; PostgreSQL allows 7",
        "lower 'database_connections' (8)");
  }

  /** A real PostgreSQL that states an older version than it has. */
  @Test
  void oldVersionIsFound() throws Exception {
    execute(
        """
        create function %s.current_setting(setting text) returns text language sql as $$
        select case setting when 'server_version' then '13.12' when 'server_version_num' then '130012'
          else pg_catalog.current_setting(setting) end $$
        """
            .formatted(schema));
    assertOnlyFault(
        url + ",pg_catalog",
        "database-version",
        "PostgreSQL 13.12, and at least 14 is needed",
        "Upgrade PostgreSQL");
  }

  @Test
  void wrongEncodingIsFound() throws Exception {
    execute(
        "create database ascii%s owner %s encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0"
            .formatted(role, role));
    assertOnlyFault(
        url.replace("/tender?", "/ascii" + role + "?").replaceFirst("&currentSchema=.*", ""),
        "database-encoding",
        "has the encoding SQL_ASCII, and needs UTF8",
        "createdb --owner=" + role + " --encoding=UTF8");
  }

  @Test
  void readOnlyDatabaseIsFound() throws Exception {
    execute("alter role %s set default_transaction_read_only = on".formatted(role));
    assertOnlyFault(
        url,
        "database-primary",
        "read-only by default",
        "Set default_transaction_read_only to off");
  }

  /** A real PostgreSQL that says that it is a standby. */
  @Test
  void standbyIsFound() throws Exception {
    execute(
        "create function %s.pg_is_in_recovery() returns boolean language sql return true"
            .formatted(schema));
    assertOnlyFault(
        url + ",pg_catalog", "database-primary", "PostgreSQL is a standby", "Name the primary");
  }

  @Test
  void missingRightIsFound() throws Exception {
    execute("revoke create on schema %s from %s".formatted(schema, role));
    assertOnlyFault(
        url,
        "database-rights",
        "may not create tables in the schema '" + schema,
        "GRANT CREATE ON SCHEMA %s TO %s".formatted(schema, role));
    execute("revoke usage on schema %s from %s".formatted(schema, role));
    assertOnlyFault(
        url,
        "database-rights",
        "may use no schema",
        "GRANT USAGE, CREATE ON SCHEMA public TO " + role);
  }

  @Test
  void tablesOfAnotherRoleAreFound() throws Exception {
    createTables(administrator);
    assertOnlyFault(
        url, "database-rights", "may not change the table ", "REASSIGN OWNED BY tender TO " + role);
  }

  @Test
  void unsafeCommitsAreFound() throws Exception {
    execute("alter role %s set synchronous_commit = off".formatted(role));
    assertOnlyFault(
        url, "database-durability", "synchronous_commit is off", "Set synchronous_commit = on");
  }

  @Test
  void wrongClockIsFound() throws IOException {
    Clock fast = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(1));
    Problems.assertOnly(
        Problems.of(file(url), fast, _ -> false),
        Status.FAULT,
        "database-clock",
        "s ahead of that of the database",
        "Run a time service, such as chrony");
  }

  @Test
  void failedMigrationIsFound() throws Exception {
    createTables(url);
    execute(
        "update %s.flyway_schema_history set success = false where version = '2'"
            .formatted(schema));
    assertOnlyFault(
        url, "database-schema", "the migration V2__", "Restore the backup of the database");
  }

  @Test
  void newerTablesAreFound() throws Exception {
    createTables(url);
    execute(
        """
        insert into %s.flyway_schema_history
        (installed_rank, version, description, type, script, checksum, installed_by, execution_time, success)
        values (999, '999', 'future', 'SQL', 'V999__future.sql', 1, 'x', 1, true)
        """
            .formatted(schema));
    Problems.assertOnly(
        problems(url),
        Status.WARNING,
        "database-schema",
        "tables of version 999, which a newer Tender has changed",
        "Upgrade this server");
  }

  @Test
  void damagedAuthorityIsFound() throws Exception {
    createTables(url);
    execute(
        "insert into %s.secret (name, content) values ('authority', 'damaged')".formatted(schema));
    assertOnlyFault(
        url, "certificate-authority", "is damaged", "Restore the table 'secret' from a backup");
  }

  @Test
  void expiredAuthorityIsFound() throws Exception {
    try (Database database = Database.open(new DatabaseSettings(url, 2), "test")) {
      assertThat(MarketReplica.authority(database)).isNotNull();
    }
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(21 * 365));
    assertThat(
            new CertificateAuthorityCheck().run(new ServerInstallation(file(url), later)).found())
        .contains("the certificate of the market's authority has expired");
  }
}
