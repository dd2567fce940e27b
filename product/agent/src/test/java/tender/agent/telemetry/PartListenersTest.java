package tender.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.agent.execution.PartListener;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.ReservedPart;
import tender.support.telemetry.BagSpan;
import tender.support.telemetry.Meters;

class PartListenersTest {
  private static final ReservationId PART =
      new ReservationId(new CallId(new BagId("b1"), 1), 1, new ProviderId("north"));
  private static final int TASKS = 1_000;

  private static ReservedPart part() {
    TaskSet tasks = TaskSet.first(TASKS);
    Job job = new Job(new JobId("j1"), TASKS, 1, 1_000, 0, 1_000_000);
    return new ReservedPart(
        PART,
        job,
        Time.NEVER,
        tasks,
        tasks,
        TaskSet.empty(),
        1_000,
        Optional.empty(),
        0,
        Optional.empty(),
        0);
  }

  /** Tasks of which each runs longer than the one before. */
  private static PartListener.PackDelivery pack(int from, int until) {
    List<PartListener.TaskRun> runs = new ArrayList<>();
    for (int task = from; task < until; task++) {
      runs.add(new PartListener.TaskRun(task, 0, 0, 10_000, 10_000 + task, OptionalLong.empty()));
    }
    TaskOutcome outcome = new TaskOutcome(0, TaskSet.range(from, until));
    return new PartListener.PackDelivery(20_000, 20_100, List.of(outcome), 5_000, runs);
  }

  @Test
  void onlySlowestTasksOfEachPackAreTraced() {
    List<BagSpan> spans = new ArrayList<>();
    PartListener traced = new PartSpans(spans::add);
    traced.committed(part(), 5_000);
    for (int pack = 0; pack < 10; pack++) {
      traced.delivered(PART, pack(pack * 100, pack * 100 + 100));
    }
    traced.ended(part(), 30_000);
    List<BagSpan> tasks = spans.stream().filter(span -> span.name().equals("task")).toList();
    assertThat(tasks).hasSize(PartSpans.MAX_TASKS_PER_PART);
    assertThat(tasks.subList(0, PartSpans.MAX_TASKS_PER_PACK))
        .allSatisfy(
            span -> assertThat((int) span.attributes().get("tender.task")).isBetween(50, 99));
    assertThat(spans.getLast().name()).isEqualTo("part");
    assertThat(spans.getLast().attributes())
        .containsEntry("tender.tasks_not_shown", TASKS - PartSpans.MAX_TASKS_PER_PART)
        .containsEntry("tender.end", "delivered");
    traced.released(part(), 31_000);
    assertThat(spans.getLast().endMillis()).as("it has ended once").isEqualTo(30_000);
  }

  @Test
  void resumedPartIsTracedFromRestart() {
    List<BagSpan> spans = new ArrayList<>();
    PartListener traced = new PartSpans(spans::add);
    traced.resumed(part(), 10_050);
    traced.delivered(PART, pack(0, 100));
    traced.ended(part(), 30_000);
    assertThat(spans).allMatch(span -> span.startMillis() >= 10_050);
    assertThat(spans).allMatch(span -> span.endMillis() >= span.startMillis());
    assertThat(spans.getLast().attributes()).containsEntry("tender.resumed", true);
  }

  @Test
  void repeatedBillIsCountedOnce() {
    try (Meters meters = new Meters()) {
      AgentMetrics counted = new AgentMetrics(meters);
      counted.committed(part(), 0);
      counted.sent(new Message.Results(PART, TaskSet.first(1), 0, new Money(1_500)));
      counted.sent(new Message.Results(PART, TaskSet.first(2), 0, new Money(3_000)));
      counted.sent(new Message.Results(PART, TaskSet.first(2), 0, new Money(3_000)));
      counted.delivered(PART, pack(0, 7));
      assertThat(meters.scrape().lines())
          .contains(
              "tender_agent_billed_credits_total 3.0",
              "tender_agent_parts_running 1.0",
              "tender_agent_tasks_delivered_total 7.0",
              "tender_agent_disclosures_total{kind=\"results\"} 3.0",
              "tender_agent_disclosures_total{kind=\"result-files\"} 1.0");
      counted.ended(part(), 0);
      counted.released(part(), 0);
      assertThat(meters.scrape().lines())
          .contains("tender_agent_parts_running 0.0", "tender_agent_parts_released_total 0.0");
    }
  }
}
