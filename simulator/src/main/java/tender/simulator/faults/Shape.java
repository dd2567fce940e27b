package tender.simulator.faults;

import tender.core.model.Time;

/**
 * How large worlds are; each is drawn between the bounds.
 *
 * @param faultsMillis for how long faults happen
 */
public record Shape(
    int replicas,
    int fewestProviders,
    int mostProviders,
    int fewestBags,
    int mostBags,
    int mostTasks,
    int mostLocalJobs,
    long faultsMillis) {

  /** Two replicas, three providers and five bags: what one bug needs to show, and fast. */
  public static final Shape SMALL = new Shape(2, 3, 3, 5, 5, 12, 3, 20 * Time.MINUTE_MILLIS);

  /** Three replicas, up to twenty providers, up to fifty bags. */
  public static final Shape LARGE = new Shape(3, 5, 20, 10, 50, 60, 12, 60 * Time.MINUTE_MILLIS);
}
