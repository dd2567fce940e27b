package tender.core.provider;

import tender.core.model.Cluster;
import tender.core.plan.EdfScheduler;
import tender.core.plan.FifoScheduler;
import tender.core.plan.Grain;
import tender.core.plan.PlanningScheduler;
import tender.core.plan.Rescheduling;

/** By which rule a provider plans what waits. */
public sealed interface Planning {

  /** A scheduler for a cluster on which nothing runs and nothing waits. */
  PlanningScheduler scheduler(Cluster cluster);

  /** Whether the ends of whole bags count, so that the metascheduler is told how parts move. */
  default boolean isCoordinated() {
    return false;
  }

  /** What has a start of its own in the plan. */
  default Grain grain() {
    return Grain.TASK;
  }

  /** Whoever was promised the earliest deadline comes first; newcomers may go before others. */
  record EarliestDeadlineFirst() implements Planning {
    @Override
    public PlanningScheduler scheduler(Cluster cluster) {
      return new EdfScheduler(cluster);
    }
  }

  /** First come, first served, with conservative backfilling; newcomers fill gaps. */
  record Fifo(Rescheduling rescheduling, Grain grain) implements Planning {
    /** Each task starts as soon as there is room for it. */
    public Fifo(Rescheduling rescheduling) {
      this(rescheduling, Grain.TASK);
    }

    @Override
    public PlanningScheduler scheduler(Cluster cluster) {
      return new FifoScheduler(cluster, rescheduling, grain);
    }

    @Override
    public boolean isCoordinated() {
      return rescheduling.isCoordinated();
    }
  }
}
