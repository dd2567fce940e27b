package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.promise.Expectation;
import tender.core.promise.Forecast;
import tender.core.promise.Slack;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;

class JournalTest {
  @TempDir private Path folder;

  @Test
  void restartFindsLatestRecordOfEachReservation() throws IOException {
    Journal journal = new Journal(folder);
    ReservationId first = id("../../etc", 1);
    ReservationId second = id("bag", 2);
    journal.store(
        new ReservationRecord(first, new Message.Reserved(first, 99), Optional.empty(), 5));
    ReservationRecord committed =
        new ReservationRecord(first, new Message.Committed(first), Optional.of(part(first)), 7);
    journal.store(committed);
    ReservationRecord refused =
        new ReservationRecord(
            second,
            new Message.Refused(second, Message.RefusalReason.NO_SUCH_OFFER, List.of()),
            Optional.empty(),
            6);
    journal.store(refused);
    assertThat(new Journal(folder).read()).containsExactly(refused, committed);
    journal.forget(first);
    journal.forget(first);
    assertThat(new Journal(folder).read()).containsExactly(refused);
  }

  @Test
  void restartFindsLearnedSlack() throws IOException {
    Slack slack = Slack.withoutObservations(0.95);
    slack = slack.withOutcome(slack.promise(new Forecast(5, 1_000, 9_000)), 12_000);
    new Journal(folder).store(slack);

    assertThat(new Journal(folder).read()).isEmpty();
    assertThat(new Journal(folder).slack(0.95)).isEqualTo(slack);
    assertThat(new Journal(folder).slack(0.9).observations()).isEqualTo(slack.observations());
  }

  private static ReservationId id(String bag, int attempt) {
    return new ReservationId(new CallId(new BagId(bag), 1), attempt, new ProviderId("p"));
  }

  private static ReservedPart part(ReservationId id) {
    return new ReservedPart(
        id,
        new Job(new JobId(id.toString()), 8, 1, 1_000, 0, 9_000),
        Time.NEVER,
        TaskSet.first(8),
        TaskSet.range(2, 4),
        TaskSet.empty(),
        17,
        Optional.of(new Expectation(new Forecast(5, 1_000, 9_000), 9_500)),
        12_345,
        Optional.empty(),
        23_456);
  }
}
