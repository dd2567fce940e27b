package tender.simulator.faults;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tender.core.message.ReservationId;
import tender.core.provider.state.ReservationRecord;

/** The reservations that a site's agent has stored. They survive a crash of the agent. */
final class SiteDisk {
  private final Map<ReservationId, ReservationRecord> records = new LinkedHashMap<>();
  private final Map<ReservationId, ReservationRecord> tentative = new LinkedHashMap<>();

  void store(ReservationRecord stored) {
    records.put(stored.id(), stored);
    if (stored.part().map(part -> !part.isCommitted()).orElse(false)) {
      tentative.put(stored.id(), stored);
    } else {
      tentative.remove(stored.id());
    }
  }

  @Nullable ReservationRecord read(ReservationId id) {
    return records.get(id);
  }

  List<ReservationRecord> all() {
    return List.copyOf(records.values());
  }

  /** Reservations that are not committed yet. */
  Collection<ReservationRecord> tentative() {
    return tentative.values();
  }

  boolean hasPart() {
    return records.values().stream().anyMatch(stored -> stored.part().isPresent());
  }

  /** The reservations with a part. */
  List<ReservationId> idsWithPart() {
    return records.values().stream()
        .filter(stored -> stored.part().isPresent())
        .map(ReservationRecord::id)
        .toList();
  }
}
