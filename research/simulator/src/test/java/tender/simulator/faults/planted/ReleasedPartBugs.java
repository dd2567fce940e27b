package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.JobId;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.simulator.faults.FaultInjectionHooks;

/** Bugs of an agent with a part that was released while its tasks were running. */
final class ReleasedPartBugs {
  private ReleasedPartBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inAgent(
            PlantedBug.Component.AGENT,
            "released-part-reported",
            "A released part is reported as long as its tasks are still in the plan.",
            ReleasedPartReported::new));
  }

  /** Only parts whose completion was reported before are reported again. */
  private static final class ReleasedPartReported implements PlantedBug.FaultyAgent {
    private final Set<ReservationId> reported = new HashSet<>();
    private final Map<JobId, ReservationId> released = new HashMap<>();

    @Override
    public List<ProviderEffect> handle(
        FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
      List<ProviderEffect> effects = new ArrayList<>(correct.handle(event, nowMillis));
      for (ProviderEffect effect : effects) {
        if (effect instanceof ProviderEffect.Send(Message.CompletionChanged changed)) {
          reported.add(changed.id());
        }
      }
      if (event instanceof ProviderEvent.MessageReceived(Message.Release(ReservationId id))
          && reported.contains(id)) {
        released.put(new JobId(id.toString()), id);
      }
      if (event instanceof ProviderEvent.TasksEnded(JobRun run)
          && released.containsKey(run.job().id())) {
        ReservationId id = released.get(run.job().id());
        effects.add(new ProviderEffect.Send(new Message.CompletionChanged(id, nowMillis)));
      }
      return effects;
    }
  }
}
