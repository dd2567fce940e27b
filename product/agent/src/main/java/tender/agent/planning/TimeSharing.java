package tender.agent.planning;

import tender.agent.execution.PartExecution;
import tender.agent.execution.PartManager;
import tender.agent.execution.ProviderSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.TimeShared;
import tender.core.message.ReservationId;
import tender.core.provider.state.ProviderEvent;

/**
 * Shares a host's time from interval to interval: tells core what each part has used, and the
 * kernel what core makes of it. All of it happens on the thread that decides.
 */
final class TimeSharing {
  private final TimeShared host;
  private final PartManager parts;
  private final long intervalMillis;
  private final Consumer<ProviderEvent> events;
  private long intervalStartMillis;
  private boolean hasShares = true;

  /**
   * Where the settings are for a host.
   *
   * @param tell what core is to hear
   */
  static Optional<TimeSharing> of(
      ProviderSettings settings, BatchSystem batch, PartManager parts, Consumer<ProviderEvent> tell) {
    return settings
        .shares()
        .map(
            shares -> {
              if (!(batch instanceof TimeShared host)) {
                throw new IllegalArgumentException("Only a host's time can be shared.");
              }
              return new TimeSharing(host, parts, shares.intervalMillis(), tell);
            });
  }

  private TimeSharing(
      TimeShared host, PartManager parts, long intervalMillis, Consumer<ProviderEvent> tell) {
    this.host = host;
    this.parts = parts;
    this.intervalMillis = intervalMillis;
    this.events = tell;
  }

  /**
   * Ends the interval if it is time for it, or if tasks have: what they used is charged for before
   * their ends are told.
   */
  void endInterval(boolean haveTasksEnded, long nowMillis) {
    boolean isSomethingThere = hasShares || !parts.all().isEmpty();
    boolean isOver = nowMillis < intervalStartMillis || nowMillis - intervalStartMillis >= intervalMillis;
    if (isSomethingThere && (isOver || haveTasksEnded)) {
      Map<ReservationId, Long> usedMillis = new LinkedHashMap<>();
      for (PartExecution part : parts.all()) {
        if (part.part.isCommitted()) {
          usedMillis.put(part.id, host.usedMillis(part.folder.path()));
        }
      }
      intervalStartMillis = nowMillis;
      events.accept(new ProviderEvent.ShareIntervalEnded(usedMillis));
    }
  }

  /** What core wants. */
  void setShares(Map<ReservationId, Double> shares) {
    TreeMap<Path, Double> byFolder = new TreeMap<>();
    shares.forEach(
        (id, share) -> {
          PartExecution part = parts.get(id);
          if (part != null) {
            byFolder.put(part.folder.path(), share);
          }
        });
    host.setShares(byFolder);
    hasShares = !byFolder.isEmpty();
  }
}
