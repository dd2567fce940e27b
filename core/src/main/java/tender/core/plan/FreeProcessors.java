package tender.core.plan;

import java.util.Optional;
import tender.core.profile.Profile;
import tender.core.resource.TaskRequest;

/** The processors of a cluster on which any tasks fit that use no more processors in total. */
record FreeProcessors(Profile profile) implements FreeCapacity {
  @Override
  public long takeEach(
      int tasks,
      int width,
      Optional<TaskRequest> request,
      long durationMillis,
      long notBeforeMillis,
      Profile.RunConsumer runs) {
    return profile.takeEach(tasks, width, durationMillis, notBeforeMillis, runs);
  }
}
