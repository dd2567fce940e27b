package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.metascheduler.state.Breach;
import tender.core.model.ProviderId;

/** The parts of a bag in the order in which they were placed. */
public record PartsView(List<PartView> parts) {
  public PartsView {
    parts = List.copyOf(parts);
  }

  /**
   * One part.
   *
   * @param tasks the number of tasks
   * @param placedMillis when it was placed
   * @param completionMillis the promised end
   * @param forecastMillis the end that the provider expects, if it has reported one
   * @param endedMillis when its last task ended, once all results have arrived
   * @param lostMillis when it was lost
   * @param lostCause why it was lost
   * @param refusedMillis when the provider refused it after the reservation
   * @param arrivals cumulative numbers of results, oldest first; thinned out if there are many
   */
  public record PartView(
      ProviderId provider,
      int tasks,
      long placedMillis,
      long completionMillis,
      OptionalLong forecastMillis,
      OptionalLong endedMillis,
      OptionalLong lostMillis,
      Optional<Breach.Cause> lostCause,
      OptionalLong refusedMillis,
      List<Arrival> arrivals) {
    public PartView {
      arrivals = List.copyOf(arrivals);
    }
  }

  /** The number of results that had arrived by an instant. */
  public record Arrival(long atMillis, int tasks) {}
}
