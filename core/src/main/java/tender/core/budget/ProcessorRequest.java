package tender.core.budget;

import tender.core.model.FreeSlot;

/**
 * A request to a batch system: a number of processors, together, for a time. Tasks of a bag are
 * packed into it.
 *
 * @param startMillis when the queue, in its current state, would let it start
 * @param tasks how many tasks are expected to end in it
 */
public record ProcessorRequest(long startMillis, int processors, long durationMillis, int tasks) {

  public long endMillis() {
    return startMillis + durationMillis;
  }

  /** The processor time that it takes. */
  long processorMillis() {
    return processors * durationMillis;
  }

  /** Its processors as a slot for the placement of tasks. */
  public FreeSlot slot() {
    return new FreeSlot(startMillis, endMillis(), processors);
  }
}
