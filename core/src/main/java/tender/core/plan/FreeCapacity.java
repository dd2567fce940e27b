package tender.core.plan;

import java.util.Optional;
import tender.core.profile.Profile;
import tender.core.resource.TaskRequest;

/** What is free at each instant: processors of a whole cluster, or amounts on each of its nodes. */
interface FreeCapacity {

  /**
   * Takes capacity for equal tasks, one by one, each from the earliest start that the tasks before
   * it leave. Tasks that start together are passed to the consumer together, in order of time.
   *
   * @param width processors of each task
   * @param request what each task requests from its nodes; empty if it needs only processors
   * @return the start of the last task; {@link tender.core.model.Time#NEVER} if not all could be
   *     placed
   */
  long takeEach(
      int tasks,
      int width,
      Optional<TaskRequest> request,
      long durationMillis,
      long notBeforeMillis,
      Profile.RunConsumer runs);
}
