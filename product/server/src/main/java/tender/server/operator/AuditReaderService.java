package tender.server.operator;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.util.List;
import java.util.Optional;
import tender.server.api.operator.AuditReader;
import tender.server.store.audit.AuditEntry;
import tender.server.store.audit.AuditRepository;

/** Reads the audit log in the database. */
public final class AuditReaderService implements AuditReader {
  private final AuditRepository repository;

  public AuditReaderService(AuditRepository repository) {
    this.repository = repository;
  }

  @Override
  public List<AuditRecord> newest(Optional<String> actor, long before, int limit) {
    return records(mapErrors(() -> repository.newest(actor, before, limit)));
  }

  @Override
  public List<AuditRecord> after(long number, int limit) {
    return records(mapErrors(() -> repository.after(number, limit)));
  }

  private static List<AuditRecord> records(List<AuditEntry> entries) {
    return entries.stream()
        .map(one -> new AuditRecord(one.number(), one.atMillis(), one.event(), one.hash()))
        .toList();
  }
}
