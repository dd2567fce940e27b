package tender.server.doctor.database;

import java.util.List;
import tender.server.doctor.installation.ServerInstallation;
import tender.server.store.SchemaMigrations;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the tables are those of this version. */
public final class DatabaseSchemaCheck extends NamedCheck<ServerInstallation> {
  public static final String NAME = "database-schema";

  public DatabaseSchemaCheck() {
    super(NAME, List.of(DatabaseRightsCheck.NAME));
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    SchemaMigrations.State state = SchemaMigrations.state(server.dataSource());
    if (state.failed().isPresent()) {
      return CheckResult.fault(
          "the migration %s of the tables failed".formatted(state.failed().get()),
          "Restore the backup of the database from before the upgrade, read the server's log of the migration, and correct its cause.");
    }
    if (state.version().isEmpty()) {
      return CheckResult.ok("no tables yet; the first start of a server creates them");
    }
    String version = "tables of version " + state.version().get();
    if (state.isNewer()) {
      return CheckResult.warning(
          version + ", which a newer Tender has changed",
          "Upgrade this server to the version of the other ones.");
    }
    return CheckResult.ok(
        state.pending() == 0
            ? version
            : "%s; the next start of a server migrates them in %d steps"
                .formatted(version, state.pending()));
  }
}
