package tender.core.provider;

import tender.core.model.Cluster;
import tender.core.plan.PlanningGranularity;
import tender.core.plan.reschedule.EdfScheduler;
import tender.core.plan.reschedule.FifoScheduler;
import tender.core.plan.reschedule.PlanningScheduler;
import tender.core.plan.reschedule.ReschedulingPolicy;

/** The rule by which a provider plans its waiting jobs. */
public sealed interface PlanningPolicy {

  /** A scheduler for an empty cluster. */
  PlanningScheduler scheduler(Cluster cluster);

  /** Whether the plan depends on the ends of whole bags, so that changes must be reported. */
  default boolean isCoordinated() {
    return false;
  }

  /** Whether local jobs and parts wait in one queue; else parts wait behind all local jobs. */
  default boolean isOneQueue() {
    return false;
  }

  /** What is planned as a unit. */
  default PlanningGranularity granularity() {
    return PlanningGranularity.TASK;
  }

  /** Earliest promised deadline first; an incoming job may be planned before others. */
  record Edf() implements PlanningPolicy {
    @Override
    public PlanningScheduler scheduler(Cluster cluster) {
      return new EdfScheduler(cluster);
    }
  }

  /** First come, first served, with conservative backfilling; an incoming job fills gaps. */
  record Fifo(ReschedulingPolicy rescheduling, PlanningGranularity granularity)
      implements PlanningPolicy {
    /** With each task planned on its own. */
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

    @Override
    public boolean isOneQueue() {
      return true;
    }
  }
}
