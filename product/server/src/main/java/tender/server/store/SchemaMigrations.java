package tender.server.store;

import java.util.Arrays;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;

/** The versions of the tables, which are changed by scripts, one after the other. */
public final class SchemaMigrations {
  private SchemaMigrations() {}

  /**
   * How far the tables of a database are.
   *
   * @param version of the tables; empty if there are none
   * @param pending how many scripts the next start of a server of this version runs
   * @param isNewer whether a newer program has changed the tables
   * @param failed the script that failed
   */
  public record State(
      Optional<String> version, int pending, boolean isNewer, Optional<String> failed) {}

  static void migrate(DataSource connections) {
    flyway(connections).migrate();
  }

  /** Reads the state, and changes nothing. */
  public static State state(DataSource connections) {
    MigrationInfoService info = flyway(connections).info();
    return new State(
        Optional.ofNullable(info.current()).map(one -> String.valueOf(one.getVersion())),
        info.pending().length,
        Arrays.stream(info.applied()).anyMatch(one -> !one.getState().isResolved()),
        Arrays.stream(info.all())
            .filter(one -> one.getState().isFailed())
            .map(MigrationInfo::getScript)
            .findFirst());
  }

  private static Flyway flyway(DataSource connections) {
    return Flyway.configure(SchemaMigrations.class.getClassLoader())
        .dataSource(connections)
        .loggers("slf4j")
        .locations("classpath:tender/server/migrations")
        .load();
  }
}
