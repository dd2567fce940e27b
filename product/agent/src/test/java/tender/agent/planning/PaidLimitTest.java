package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.agent.pilot.PilotSettings;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** Tasks that run much longer than their user declared and pays for. */
class PaidLimitTest {
  private static final int TASKS = 3;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tasksAreStoppedAtPaidLimitWithReason(boolean pilots) throws Exception {
    PilotSettings pilotSettings = pilots ? new PilotSettings(60, 3_600) : TestSite.NO_PILOTS;
    try (TestSite site =
        new TestSite(
            folder,
            TestSite.TERMS.withPrice(new Money(3_600_000)),
            TestSite.order("echo begun >&2; sleep 50", TASKS, 1_000, 2),
            Optional.empty(),
            pilotSettings)) {
      Thread.sleep(500);
      long nowMillis = System.currentTimeMillis();
      CallId call = new CallId(new BagId("bag7"), 1);
      site.agent.received(
          new Message.Call(
              call, new Bag(TASKS, 1, 1_000, nowMillis, nowMillis + Time.HOUR_MILLIS)));
      Offer offer = site.market.next(Message.Offers.class).offers().getLast();
      ReservationId part = new ReservationId(call, 1, TestSite.ID);
      site.agent.received(new Message.Reserve(part, TASKS, offer.completionMillis()));
      site.market.next(Message.Reserved.class);
      site.agent.received(new Message.Commit(part, TaskSet.first(TASKS)));
      site.market.next(Message.Committed.class);

      Message.Results last = site.market.next(Message.Results.class);
      while (last.endedTasks().size() < TASKS) {
        last = site.market.next(Message.Results.class);
      }
      // Two tasks at a time, three paid seconds in all, and what is free.
      assertThat(System.currentTimeMillis() - nowMillis).isLessThan(30_000);
      assertThat(last.bill().millicredits()).isGreaterThan(3_000);
      assertThat(site.market.outcomes).allMatch(outcome -> outcome.exitCode() == 124);
      Message.AttemptsFailed report = site.market.failures.poll(10, TimeUnit.SECONDS);
      assertThat(report).isNotNull();
      assertThat(report.latest())
          .isNotEmpty()
          .allMatch(failed -> failed.stderrTail().contains("stopped at the paid limit"));
    }
  }
}
