package tender.core.plan;

import java.util.Optional;
import tender.core.node.NodeProfile;
import tender.core.profile.Profile;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/** The nodes of a cluster. A task without a request has all its processors on one node. */
record FreeNodes(NodeProfile profile) implements FreeCapacity {
  @Override
  public long takeEach(
      int tasks,
      int width,
      Optional<TaskRequest> request,
      long durationMillis,
      long notBeforeMillis,
      Profile.RunConsumer runs) {
    TaskRequest requested =
        request.orElseGet(() -> TaskRequest.onOneNode(new ResourceAmounts(width, 0, 0, 0)));
    return profile.takeEach(
        profile.cluster().withDefaultMemory(requested),
        tasks,
        durationMillis,
        notBeforeMillis,
        runs);
  }
}
