package tender.simulator.faults.planted;

import java.util.List;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.simulator.faults.FaultInjectionHooks;

/** Bugs of the server by which an agent can act for another provider. */
final class AccessBugs {
  private static final int ALL = Integer.MAX_VALUE;

  private AccessBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inStore(
            PlantedBug.Component.STORE,
            "acknowledged-by-any-provider",
            "A message is removed from the outbox whichever provider acknowledges it.",
            AcknowledgedByAny::new),
        new PlantedBug(
            "result-without-part",
            PlantedBug.Component.REPLICA,
            "Results are stored for a part that was never assigned to their provider.",
            new FaultInjectionHooks() {
              @Override
              public boolean checksPart() {
                return false;
              }
            }),
        new PlantedBug(
            "old-identity-accepted",
            PlantedBug.Component.REPLICA,
            "A provider's old certificate is accepted after the provider enrolled again.",
            new FaultInjectionHooks() {
              @Override
              public boolean checksIdentity() {
                return false;
              }
            }));
  }

  private static final class AcknowledgedByAny extends StoreBugs.Wrapped {
    AcknowledgedByAny(Store correct) {
      super(correct);
    }

    @Override
    public void acknowledge(ProviderId from, OutboxMessage.Id id) {
      correct.outbox(ALL).stream()
          .filter(message -> message.id().equals(id))
          .findFirst()
          .ifPresent(message -> correct.acknowledge(message.to(), id));
    }
  }
}
