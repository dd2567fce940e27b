package tender.agent.batch;

import tender.core.model.Time;

/**
 * A reservation of processors for the agent's jobs, to be made with the batch system.
 *
 * @param name chosen before the request and never used for another reservation
 * @param fromMillis since the Unix epoch; a batch system may round it down, for example to whole
 *     seconds
 * @param untilMillis after fromMillis; may be rounded up
 */
public record BatchReservation(String name, int processors, long fromMillis, long untilMillis) {
  public BatchReservation {
    SafeNames.require(name, "The reservation's name");
    Time.requireInstant(fromMillis, "a reservation begins at");
    Time.requireInstant(untilMillis, "a reservation ends at");
    if (processors < 1 || untilMillis <= fromMillis) {
      throw new IllegalArgumentException(
          "The reservation %s has %d processors from %d until %d ms, which is empty."
              .formatted(name, processors, fromMillis, untilMillis));
    }
  }
}
