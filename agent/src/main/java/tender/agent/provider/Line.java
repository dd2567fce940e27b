package tender.agent.provider;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.JobId;

/** The order in which what waits at the batch system should go forward. */
final class Line {
  private final PartsAtSite parts;
  private final Hands hands;
  private List<JobId> wanted = List.of();
  private List<String> kept = List.of();

  Line(PartsAtSite parts, Hands hands) {
    this.parts = parts;
    this.hands = hands;
  }

  void wanted(List<JobId> order) {
    wanted = order;
  }

  /** Arrays come into the queue one by one, so the order is looked at again each time. */
  void keep(LocalJobs localJobs) {
    List<String> names = new ArrayList<>();
    for (JobId id : wanted) {
      localJobs
          .batchId(id)
          .ifPresentOrElse(names::add, () -> names.addAll(parts.waitingArrays(id)));
    }
    if (!names.equals(kept)) {
      kept = names;
      hands.giveWay(names);
    }
  }
}
