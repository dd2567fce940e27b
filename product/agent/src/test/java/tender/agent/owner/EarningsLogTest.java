package tender.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

class EarningsLogTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("b"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, ID);
  private static final long DAY = Time.DAY_MILLIS;

  @TempDir private Path folder;
  private Path file;
  private EarningsLog earnings;

  @BeforeEach
  void open() throws IOException {
    file = folder.resolve("earnings.json");
    earnings = new EarningsLog(file);
  }

  private static Message.Offers offers(int version, Offer... offers) {
    return new Message.Offers(CALL, ID, version, List.of(offers), Disclosure.NOTHING, 0, 10);
  }

  private static Message.Results results(int tasks, long millicredits) {
    return new Message.Results(PART, TaskSet.first(tasks), 0, new Money(millicredits));
  }

  @Test
  void repeatedMessagesAreCountedOnce() {
    earnings.recordSent(offers(0), 0);
    earnings.recordSent(offers(0), 0);
    earnings.recordSent(offers(1, Offer.free(ID, 3, 10)), 0);
    earnings.recordSent(offers(2, Offer.free(ID, 2, 10)), 0);
    earnings.recordSent(new Message.Committed(PART), 0);
    earnings.recordSent(new Message.Committed(PART), 0);
    earnings.recordSent(results(2, 100), 0);
    earnings.recordSent(results(2, 100), 0);
    earnings.recordSent(results(3, 150), DAY);

    assertThat(earnings.days())
        .containsEntry("1970-01-01", new ClusterView.DailyActivity(1, 1, 1, 2, new Money(100)))
        .containsEntry("1970-01-02", new ClusterView.DailyActivity(0, 0, 0, 1, new Money(50)));
  }

  @Test
  void restartContinuesFromLastBill() throws IOException {
    earnings.recordSent(new Message.Committed(PART), 0);
    earnings.recordSent(results(2, 100), 0);
    earnings.store();
    // Lost with the process, but contained in the next bill.
    earnings.recordSent(results(3, 150), 0);

    EarningsLog next = new EarningsLog(file);
    next.recordSent(results(4, 200), 0);

    assertThat(next.days())
        .containsEntry("1970-01-01", new ClusterView.DailyActivity(0, 0, 1, 4, new Money(200)));
  }
}
