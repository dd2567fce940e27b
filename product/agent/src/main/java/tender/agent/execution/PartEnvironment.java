package tender.agent.execution;

import tender.agent.batch.QueueSnapshot;
import tender.core.model.BagId;

/** What a part needs to know of its cluster and of the other parts. */
interface PartEnvironment {
  /** The queue when it was last read. */
  QueueSnapshot queue();

  /** How many processors all parts together may use. */
  int processors();

  /** How many jobs may be submitted now, as one array. */
  int freeJobSlots();

  /** Whether the agent has any part of this bag. */
  boolean hasPartsOf(BagId bag);
}
