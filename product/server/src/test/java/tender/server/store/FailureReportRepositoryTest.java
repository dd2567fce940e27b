package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

class FailureReportRepositoryTest extends DatabaseTestCase {
  private static final BagId BAG = new BagId("bag");

  @Test
  void reportWithMostAttemptsOfEachPartIsKept() {
    database.failureReports().store(report("north", 2));
    database.failureReports().store(report("north", 5));
    database.failureReports().store(report("north", 3));
    database.failureReports().store(report("south", 1));
    assertThat(database.failureReports().list(BAG))
        .containsExactlyInAnyOrder(report("north", 5), report("south", 1));
    assertThat(database.failureReports().list(new BagId("other"))).isEmpty();
  }

  private static Message.AttemptsFailed report(String provider, int attempts) {
    return new Message.AttemptsFailed(
        new ReservationId(new CallId(BAG, 1), 1, new ProviderId(provider)),
        attempts,
        TaskSet.first(1),
        0,
        List.of(new Message.FailedAttempt(0, attempts - 1, 127, "sh: x: not found\n")));
  }
}
