package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.plan.reschedule.ReschedulingPolicies;
import tender.core.provider.state.ProcessorAllocation;
import tender.core.provider.state.ProviderEvent;

/** The allocations that a cluster's owner sees. */
final class PlannedAllocationsTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);
  private static final JobId LOCAL = new JobId("local");

  private static Provider provider(boolean isFifo) {
    ProviderTerms terms = new ProviderTerms(10, 20, 5, ProviderTerms.DisclosureLevel.NOTHING);
    return new Provider(
        ID,
        Cluster.of(4),
        isFifo
            ? terms.withPlanningPolicy(
                new PlanningPolicy.Fifo(ReschedulingPolicies.all().values().iterator().next()))
            : terms);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void listsRunningAndPlannedAllocations(boolean isFifo) {
    Provider provider = provider(isFifo);
    provider.handle(new ProviderEvent.LocalJobSubmitted(Job.rigid(LOCAL, 2, 100, 0, 100)), 0);
    provider.handle(
        new ProviderEvent.MessageReceived(new Message.Call(CALL, new Bag(4, 1, 50, 0, 1_000))), 0);
    provider.handle(new ProviderEvent.MessageReceived(new Message.Reserve(PART, 4, 1_000)), 0);
    provider.handle(
        new ProviderEvent.MessageReceived(new Message.Commit(PART, TaskSet.first(4))), 0);

    List<ProcessorAllocation> outlook = provider.plannedAllocations(0);

    assertThat(outlook.stream().filter(ProcessorAllocation::isLocal))
        .containsExactly(new ProcessorAllocation(LOCAL, true, 2, 0, 100));
    assertThat(outlook.stream().filter(one -> !one.isLocal()))
        .extracting(
            ProcessorAllocation::processors,
            ProcessorAllocation::fromMillis,
            ProcessorAllocation::untilMillis)
        .containsExactly(tuple(2, 0L, 50L), tuple(2, 50L, 100L));
  }

  @Test
  void idleClusterHasNoAllocations() {
    assertThat(provider(false).plannedAllocations(0)).isEmpty();
  }
}
