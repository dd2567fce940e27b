package tender.agent.batch;

import tender.core.model.Time;

/**
 * Processors to be kept for our jobs.
 *
 * @param name chosen before it is asked for, and for no other hold ever
 * @param fromMillis since the Unix epoch; a batch system may round it down, to whole seconds say
 * @param untilMillis after fromMillis; may be rounded up
 */
public record BatchReservation(String name, int processors, long fromMillis, long untilMillis) {
  public BatchReservation {
    SafeNames.require(name, "A hold's name");
    Time.requireInstant(fromMillis, "a hold begins at");
    Time.requireInstant(untilMillis, "a hold ends at");
    if (processors < 1 || untilMillis <= fromMillis) {
      throw new IllegalArgumentException(
          "The hold %s is of %d processors from %d until %d ms, which is nothing."
              .formatted(name, processors, fromMillis, untilMillis));
    }
  }
}
