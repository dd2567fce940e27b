package tender.agent.planning;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.TimeShared;
import tender.agent.execution.PartManager;
import tender.core.message.ReservationId;
import tender.core.provider.state.ProviderEvent;

/**
 * Shares a host's time in intervals: reports to core how much time each part has used, and passes
 * core's shares to the kernel. Used by the event loop only.
 */
final class TimeSharing {
  private final TimeShared host;
  private final PartManager parts;
  private final long intervalMillis;
  private final Consumer<ProviderEvent> events;
  private long intervalStartMillis;
  private boolean hasShares = true;

  /**
   * For a host; empty if the settings are for another batch system.
   *
   * @param events receives events for core
   */
  static Optional<TimeSharing> of(
      ProviderSettings settings,
      BatchSystem batch,
      PartManager parts,
      Consumer<ProviderEvent> events) {
    return settings
        .shares()
        .map(
            shares -> {
              if (!(batch instanceof TimeShared host)) {
                throw new IllegalArgumentException("Time sharing needs 'batch_system: host'.");
              }
              return new TimeSharing(host, parts, shares.intervalMillis(), events);
            });
  }

  private TimeSharing(
      TimeShared host, PartManager parts, long intervalMillis, Consumer<ProviderEvent> events) {
    this.host = host;
    this.parts = parts;
    this.intervalMillis = intervalMillis;
    this.events = events;
  }

  /**
   * Ends the interval if its time is up, or if tasks have ended: their time is charged before their
   * end is reported.
   */
  void endInterval(boolean haveTasksEnded, long nowMillis) {
    boolean isInUse = hasShares || !parts.isEmpty();
    boolean isOver =
        nowMillis < intervalStartMillis || nowMillis - intervalStartMillis >= intervalMillis;
    if (isInUse && (isOver || haveTasksEnded)) {
      Map<ReservationId, Long> usedMillis = new LinkedHashMap<>();
      parts.committedFolders().forEach((id, folder) -> usedMillis.put(id, host.usedMillis(folder)));
      intervalStartMillis = nowMillis;
      events.accept(new ProviderEvent.ShareIntervalEnded(usedMillis));
    }
  }

  /** Applies the shares that core has computed. */
  void setShares(Map<ReservationId, Double> shares) {
    TreeMap<Path, Double> byFolder = new TreeMap<>();
    shares.forEach(
        (id, share) -> parts.folder(id).ifPresent(folder -> byFolder.put(folder, share)));
    host.setShares(byFolder);
    hasShares = !byFolder.isEmpty();
  }
}
