package tender.server.api.operator;

import java.util.List;
import java.util.Optional;
import tender.server.model.AuditEvent;

/** The audit log. */
public interface AuditReader {

  /**
   * An entry.
   *
   * @param number one more than that of the entry before
   * @param hash of this entry and the one before, in hexadecimal
   */
  record AuditRecord(long number, long atMillis, AuditEvent event, String hash) {}

  /**
   * Entries before one, newest first.
   *
   * @param actor only of this actor, such as {@code user ada}
   * @param before a number; {@link Long#MAX_VALUE} for the newest
   */
  List<AuditRecord> newest(Optional<String> actor, long before, int limit);

  /** The next entries after one, in order. */
  List<AuditRecord> after(long number, int limit);
}
