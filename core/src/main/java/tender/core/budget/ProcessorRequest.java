package tender.core.budget;

import tender.core.model.FreeSlot;

/**
 * What is asked of a batch system: so many processors, together, for so long. Tasks of a bag are
 * then packed into it.
 *
 * @param startMillis when the queue, as it stands, would let it start
 * @param tasks how many tasks are expected to end in it
 */
public record ProcessorRequest(long startMillis, int processors, long durationMillis, int tasks) {

  public long endMillis() {
    return startMillis + durationMillis;
  }

  /** What it takes of the machine. */
  long processorMillis() {
    return processors * durationMillis;
  }

  /** Its processors, for those who place tasks. */
  public FreeSlot slot() {
    return new FreeSlot(startMillis, endMillis(), processors);
  }
}
