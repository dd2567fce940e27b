package tender.agent.execution;

import tender.agent.owner.ClusterView;
import tender.agent.tasks.PartIdentity;
import tender.core.model.Time;
import tender.core.provider.state.ReservedPart;

/** The progress of a part, for the owner. */
final class PartProgressView {
  private PartProgressView() {}

  /**
   * @param expectedMillis when the part is expected to end; {@link Time#NEVER} if unknown
   */
  static ClusterView.PartProgress of(
      PartIdentity identity, String user, ReservedPart part, long expectedMillis) {
    return new ClusterView.PartProgress(
        identity.bag(),
        user,
        part.isCommitted(),
        part.isCommitted() ? part.tasks().size() : part.job().tasks(),
        part.job().width(),
        part.endedTasks().size(),
        part.acceptedTasks().size(),
        part.job().deadlineMillis(),
        expectedMillis == Time.NEVER ? 0 : expectedMillis);
  }
}
