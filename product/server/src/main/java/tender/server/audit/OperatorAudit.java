package tender.server.audit;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import tender.server.model.AuditEvent;
import tender.server.store.Database;

/** Records what an operator does with the commands that use the database. */
public final class OperatorAudit {
  private OperatorAudit() {}

  /**
   * Records an action after it.
   *
   * @param action the name of the command
   * @param isDone false if the command refused it
   */
  public static void record(Database database, String action, String target, boolean isDone) {
    new AuditLog(database.audit())
        .record(
            new AuditEvent(
                "operator " + account(),
                host(),
                action,
                target,
                isDone ? AuditEvent.DONE : "refused"));
  }

  /** The account of the person, also if it has become another one by sudo. */
  private static String account() {
    return Optional.ofNullable(System.getenv("SUDO_USER"))
        .orElseGet(() -> System.getProperty("user.name"));
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
