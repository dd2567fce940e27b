package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.metascheduler.state.Breach;
import tender.core.model.ProviderId;

/** What providers were given of a bag, in the order in which they were. */
public record PartsView(List<PartView> parts) {
  public PartsView {
    parts = List.copyOf(parts);
  }

  /**
   * What one provider was given at once.
   *
   * @param tasks how many
   * @param placedMillis when it was given them
   * @param byMillis when it has promised to have done them
   * @param expectedMillis when it says it will have, if it says something else
   * @param endedMillis when the last of them ended, once all results are there
   * @param lostMillis since when it is no longer counted on
   * @param cause why it is not
   * @param refusedMillis when it refused after all
   * @param arrivals how many results had come by when, oldest first; thinned out if very many
   */
  public record PartView(
      ProviderId provider,
      int tasks,
      long placedMillis,
      long byMillis,
      OptionalLong expectedMillis,
      OptionalLong endedMillis,
      OptionalLong lostMillis,
      Optional<Breach.Cause> cause,
      OptionalLong refusedMillis,
      List<Arrival> arrivals) {
    public PartView {
      arrivals = List.copyOf(arrivals);
    }
  }

  /** So many tasks' results were there by then. */
  public record Arrival(long atMillis, int tasks) {}
}
