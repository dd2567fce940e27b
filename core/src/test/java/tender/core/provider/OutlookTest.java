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
import tender.core.plan.Reschedulings;

/** What a cluster's owner sees of the hours to come. */
final class OutlookTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);
  private static final JobId LOCAL = new JobId("local");

  private static Provider provider(boolean isFifo) {
    Terms terms = new Terms(10, 20, 5, Terms.Discloses.NOTHING);
    return new Provider(
        ID,
        Cluster.of(4),
        isFifo
            ? terms.withPlanning(new Planning.Fifo(Reschedulings.all().values().iterator().next()))
            : terms);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void saysWhoHasProcessorsAndWhoWillGetThem(boolean isFifo) {
    Provider provider = provider(isFifo);
    provider.handle(new Event.LocalSubmitted(Job.rigid(LOCAL, 2, 100, 0, 100)), 0);
    provider.handle(new Event.Received(new Message.Call(CALL, new Bag(4, 1, 50, 0, 1_000))), 0);
    provider.handle(new Event.Received(new Message.Reserve(PART, 4, 1_000)), 0);
    provider.handle(new Event.Received(new Message.Commit(PART, TaskSet.first(4))), 0);

    List<Occupied> outlook = provider.outlook(0);

    assertThat(outlook.stream().filter(Occupied::isLocal))
        .containsExactly(new Occupied(LOCAL, true, 2, 0, 100));
    assertThat(outlook.stream().filter(one -> !one.isLocal()))
        .extracting(Occupied::processors, Occupied::fromMillis, Occupied::untilMillis)
        .containsExactly(tuple(2, 0L, 50L), tuple(2, 50L, 100L));
  }

  @Test
  void anIdleClusterHasNothingBeforeIt() {
    assertThat(provider(false).outlook(0)).isEmpty();
  }
}
