package tender.server.engine.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

class ProviderAccessPolicyTest {
  private static final CallId CALL = new CallId(new BagId("7"), 1);
  private static final ProviderId RUNNING = new ProviderId("running");
  private static final ProviderId CALLED = new ProviderId("called");
  private static final ProviderId OTHER = new ProviderId("other");
  private static final WorkOrder PLAIN =
      new WorkOrder(
          WorkOrder.VERSION,
          "a",
          "a",
          new TaskList.Count(5),
          Optional.empty(),
          List.of(),
          List.of(),
          1,
          100,
          0,
          Optional.empty());
  private static final WorkOrder PROFILED = PLAIN.withProfiler("./profile");

  @Test
  void providerWithAPartMayReadEverything() {
    BagState bag = bag(Optional.empty());
    assertThat(ProviderAccessPolicy.mayReadWorkOrder(RUNNING, bag)).isTrue();
    assertThat(ProviderAccessPolicy.mayReadFiles(RUNNING, bag, PLAIN)).isTrue();
  }

  @Test
  void calledProviderMayReadWorkOrderAndProfilerFiles() {
    BagState bag = bag(Optional.of(collectingOffers()));
    assertThat(ProviderAccessPolicy.mayReadWorkOrder(CALLED, bag)).isTrue();
    assertThat(ProviderAccessPolicy.mayReadFiles(CALLED, bag, PROFILED)).isTrue();
    assertThat(ProviderAccessPolicy.mayReadFiles(CALLED, bag, PLAIN)).isFalse();
  }

  @Test
  void otherProvidersHaveNoAccess() {
    BagState bag = bag(Optional.of(collectingOffers()));
    assertThat(ProviderAccessPolicy.mayReadWorkOrder(OTHER, bag)).isFalse();
    assertThat(ProviderAccessPolicy.mayReadFiles(OTHER, bag, PROFILED)).isFalse();
    BagState later = bag(Optional.empty());
    assertThat(ProviderAccessPolicy.mayReadWorkOrder(CALLED, later)).isFalse();
    assertThat(ProviderAccessPolicy.mayReadFiles(CALLED, later, PROFILED)).isFalse();
  }

  private static PlacementState collectingOffers() {
    return new PlacementState.CollectingOffers(
        CALL,
        TaskSet.first(3),
        Optional.empty(),
        List.of(CALLED),
        Map.of(),
        Optional.empty(),
        0,
        10,
        0,
        Optional.empty());
  }

  private static BagState bag(Optional<PlacementState> placement) {
    RunningPart part =
        new RunningPart(
            new ReservationId(CALL, 1, RUNNING),
            TaskSet.range(3, 5),
            9,
            Time.NEVER,
            0,
            Time.NEVER,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new BagState.Open(
        CALL.bag(),
        new Bag(5, 1, 100, 0, 1_000),
        AcceptancePolicy.acceptAny(1_000),
        Optional.empty(),
        TaskSet.empty(),
        List.of(part),
        placement,
        List.of(),
        1,
        1,
        0,
        Optional.empty(),
        Money.ZERO);
  }
}
