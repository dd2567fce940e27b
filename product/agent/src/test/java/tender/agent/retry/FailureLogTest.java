package tender.agent.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.agent.batch.folder.TaskExit;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

class FailureLogTest {
  private static final ReservationId PART =
      new ReservationId(new CallId(new BagId("b"), 1), 1, new ProviderId("site"));

  private final FailureLog log = new FailureLog(task -> "no such file: " + task);

  @Test
  void reportHasAllFailuresAndTheLatestErrors() {
    log.add(List.of(new TaskExit(3, 0, 127), new TaskExit(4, 0, 0), new TaskExit(5, 0, 1)));
    log.add(List.of(new TaskExit(3, 1, 127)));
    Message.AttemptsFailed report = log.nextReport(PART, 0).orElseThrow();
    assertThat(report.attempts()).isEqualTo(3);
    assertThat(report.tasks()).isEqualTo(TaskSet.range(3, 4).plus(TaskSet.range(5, 6)));
    assertThat(report.succeededTasks()).isEqualTo(1);
    assertThat(report.latest())
        .containsExactly(
            new Message.FailedAttempt(3, 1, 127, "no such file: 3"),
            new Message.FailedAttempt(5, 0, 1, "no such file: 5"),
            new Message.FailedAttempt(3, 0, 127, "no such file: 3"));
  }

  @Test
  void onlyFiveErrorsAreReported() {
    for (int task = 0; task < 20; task++) {
      log.add(List.of(new TaskExit(task, 0, 1)));
    }
    assertThat(log.nextReport(PART, 0).orElseThrow().latest())
        .extracting(Message.FailedAttempt::taskIndex)
        .containsExactly(19, 18, 17, 16, 15);
  }

  @Test
  void failuresAreReportedAtMostOncePerSecondAndRepeatedAfterMinute() {
    assertThat(log.nextReport(PART, 0)).isEmpty();
    log.add(List.of(new TaskExit(0, 0, 1)));
    assertThat(log.nextReport(PART, 100)).isPresent();
    log.add(List.of(new TaskExit(1, 0, 1)));
    assertThat(log.nextReport(PART, 1_099)).isEmpty();
    assertThat(log.nextReport(PART, 1_100)).isPresent();
    assertThat(log.nextReport(PART, 61_099)).isEmpty();
    assertThat(log.nextReport(PART, 61_100)).isPresent();
  }
}
