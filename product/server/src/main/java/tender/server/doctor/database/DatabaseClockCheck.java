package tender.server.doctor.database;

import java.time.Duration;
import tender.server.doctor.installation.ServerInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ClockOffset;
import tender.support.doctor.NamedCheck;

/**
 * Whether the clocks of the server and of the database agree. The market's time is that of the
 * database; certificates are issued by the clock of the server.
 */
public final class DatabaseClockCheck extends NamedCheck<ServerInstallation> {
  private static final String NOW_MILLIS =
      "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint";

  public DatabaseClockCheck() {
    super("database-clock", DatabaseLoginCheck.REQUIRED);
  }

  @Override
  public CheckResult run(ServerInstallation server) {
    long beforeMillis = server.clock().millis();
    long databaseMillis = Long.parseLong(server.query(NOW_MILLIS));
    long afterMillis = server.clock().millis();
    return ClockOffset.check(
        "the database",
        (beforeMillis + afterMillis) / 2,
        databaseMillis,
        Duration.ofMillis((afterMillis - beforeMillis) / 2));
  }
}
