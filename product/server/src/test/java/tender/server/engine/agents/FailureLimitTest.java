package tender.server.engine.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.bagfile.TaskList;
import tender.bagfile.TaskOptions;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.server.store.content.Pack;

class FailureLimitTest {

  @Test
  void bagIsStoppedWhenTwentyTasksOfAllPartsHaveFailed() {
    WorkOrder order = order(2_000);
    Message.AttemptsFailed north = report("north", TaskSet.first(12), 0);
    assertThat(FailureLimit.reached(order, 2, List.of(north), List.of())).isEmpty();
    assertThat(
            FailureLimit.reached(
                order, 2, List.of(north, report("south", TaskSet.range(10, 20), 0)), List.of()))
        .hasValue(20);
    assertThat(
            FailureLimit.reached(
                order, 2, List.of(north), List.of(pack(1, TaskSet.range(100, 108)))))
        .hasValue(20);
  }

  @Test
  void successfulTaskPreventsStop() {
    WorkOrder order = order(2_000);
    Message.AttemptsFailed many = report("north", TaskSet.first(500), 0);
    assertThat(
            FailureLimit.reached(
                order, 2, List.of(many, report("south", TaskSet.range(600, 601), 1)), List.of()))
        .isEmpty();
    assertThat(
            FailureLimit.reached(
                order, 2, List.of(many), List.of(pack(0, TaskSet.range(900, 901)))))
        .isEmpty();
  }

  @Test
  void oneOfSeveralProvidersMustFailMoreOften() {
    WorkOrder order = order(2_000);
    List<Message.AttemptsFailed> few = List.of(report("north", TaskSet.first(99), 0));
    assertThat(FailureLimit.reached(order, 1, few, List.of())).hasValue(99);
    assertThat(FailureLimit.reached(order, 3, few, List.of())).isEmpty();
    List<Message.AttemptsFailed> many = List.of(report("north", TaskSet.first(100), 0));
    assertThat(FailureLimit.reached(order, 3, many, List.of())).hasValue(100);
  }

  @Test
  void smallBagsAndBagsWithoutLimitAreNotStopped() {
    List<Message.AttemptsFailed> all = List.of(report("north", TaskSet.first(19), 0));
    assertThat(FailureLimit.reached(order(19), 1, all, List.of())).isEmpty();
    List<Message.AttemptsFailed> many = List.of(report("north", TaskSet.first(500), 0));
    assertThat(FailureLimit.reached(withLimit(0), 1, many, List.of())).isEmpty();
    assertThat(FailureLimit.reached(withLimit(501), 1, many, List.of())).isEmpty();
    assertThat(FailureLimit.reached(withLimit(500), 1, many, List.of())).hasValue(500);
  }

  private static WorkOrder withLimit(int failures) {
    return order(2_000)
        .withOptions(
            new TaskOptions(Optional.empty(), List.of(), new TreeMap<>(), false, failures));
  }

  private static Message.AttemptsFailed report(String provider, TaskSet tasks, int succeeded) {
    return new Message.AttemptsFailed(part(provider), tasks.size(), tasks, succeeded, List.of());
  }

  private static Pack pack(int exitCode, TaskSet tasks) {
    return new Pack(
        part("south"), tasks, List.of(new TaskOutcome(exitCode, tasks)), Digest.of(new byte[] {1}));
  }

  private static ReservationId part(String provider) {
    return new ReservationId(new CallId(new BagId("bag"), 1), 1, new ProviderId(provider));
  }

  private static WorkOrder order(int tasks) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "work",
        "false",
        new TaskList.Count(tasks),
        Optional.empty(),
        List.of(),
        List.of(),
        1,
        1_000,
        1,
        Optional.empty());
  }
}
