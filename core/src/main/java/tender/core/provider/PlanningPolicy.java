package tender.core.provider;

import tender.core.model.Cluster;
import tender.core.plan.reschedule.EdfScheduler;
import tender.core.plan.reschedule.FifoScheduler;
import tender.core.plan.PlanningGranularity;
import tender.core.plan.reschedule.PlanningScheduler;
import tender.core.plan.reschedule.ReschedulingPolicy;

/** By which rule a provider plans what waits. */
public sealed interface PlanningPolicy {

  /** A scheduler for a cluster on which nothing runs and nothing waits. */
  PlanningScheduler scheduler(Cluster cluster);

  /** Whether the ends of whole bags count, so that the metascheduler is told how parts move. */
  default boolean isCoordinated() {
    return false;
  }

  /** What has a start of its own in the plan. */
  default PlanningGranularity granularity() {
    return PlanningGranularity.TASK;
  }

  /** Whoever was promised the earliest deadline comes first; newcomers may go before others. */
  record Edf() implements PlanningPolicy {
    @Override
    public PlanningScheduler scheduler(Cluster cluster) {
      return new EdfScheduler(cluster);
    }
  }

  /** First come, first served, with conservative backfilling; newcomers fill gaps. */
  record Fifo(ReschedulingPolicy rescheduling, PlanningGranularity granularity) implements PlanningPolicy {
    /** Each task starts as soon as there is room for it. */
    public Fifo(ReschedulingPolicy rescheduling) {
      this(rescheduling, PlanningGranularity.TASK);
    }

    @Override
    public PlanningScheduler scheduler(Cluster cluster) {
      return new FifoScheduler(cluster, rescheduling, granularity);
    }

    @Override
    public boolean isCoordinated() {
      return rescheduling.isCoordinated();
    }
  }
}
