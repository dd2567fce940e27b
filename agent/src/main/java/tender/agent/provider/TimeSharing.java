package tender.agent.provider;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.TimeShared;
import tender.core.message.ReservationId;
import tender.core.provider.Event;

/**
 * Shares a host's time from interval to interval: tells core what each part has used, and the
 * kernel what core makes of it. All of it happens on the thread that decides.
 */
final class TimeSharing {
  private final TimeShared host;
  private final PartsAtSite parts;
  private final long intervalMillis;
  private final Consumer<Event> tell;
  private long beganMillis;
  private boolean isShared = true;

  /**
   * Where the settings are for a host.
   *
   * @param tell what core is to hear
   */
  static Optional<TimeSharing> of(
      ProviderSettings settings, BatchSystem batch, PartsAtSite parts, Consumer<Event> tell) {
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
      TimeShared host, PartsAtSite parts, long intervalMillis, Consumer<Event> tell) {
    this.host = host;
    this.parts = parts;
    this.intervalMillis = intervalMillis;
    this.tell = tell;
  }

  /**
   * Ends the interval if it is time for it, or if tasks have: what they used is charged for before
   * their ends are told.
   */
  void see(boolean haveTasksEnded, long nowMillis) {
    boolean isSomethingThere = isShared || !parts.all().isEmpty();
    boolean isOver = nowMillis < beganMillis || nowMillis - beganMillis >= intervalMillis;
    if (isSomethingThere && (isOver || haveTasksEnded)) {
      Map<ReservationId, Long> usedMillis = new LinkedHashMap<>();
      for (PartAtSite part : parts.all()) {
        if (part.part.isCommitted()) {
          usedMillis.put(part.id, host.usedMillis(part.folder.folder()));
        }
      }
      beganMillis = nowMillis;
      tell.accept(new Event.IntervalOver(usedMillis));
    }
  }

  /** What core wants. */
  void share(Map<ReservationId, Double> shares) {
    TreeMap<Path, Double> byFolder = new TreeMap<>();
    shares.forEach(
        (id, share) -> {
          PartAtSite part = parts.get(id);
          if (part != null) {
            byFolder.put(part.folder.folder(), share);
          }
        });
    host.share(byFolder);
    isShared = !byFolder.isEmpty();
  }
}
