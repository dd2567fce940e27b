package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** The agent with its own estimates and a batch system of plain processes. */
class ProviderDriverTest {
  private static final BagId BAG = new BagId("bag7");
  private static final int TASKS = 4;

  /** Of a task; at 3,600 credits per hour a second costs one credit. */
  private static final long USERS_MILLIS = 600_000;

  private static final Money PRICE = new Money(3_600_000);

  @TempDir private Path folder;
  private TestSite site;
  private RecordingMarket market;
  private ProviderDriver agent;

  @BeforeEach
  void start() throws IOException {
    site =
        new TestSite(
            folder,
            TestSite.TERMS.withPrice(PRICE).withEstimates(20_000),
            // The script's arguments, of which the last is the time limit of the task.
            TestSite.order("tr '\\0' ' ' </proc/$PPID/cmdline", TASKS, USERS_MILLIS)
                .withProfiler("echo 0 2; echo 3 4"));
    market = site.market;
    agent = site.agent;
  }

  @AfterEach
  void stop() throws IOException {
    site.close();
  }

  @Test
  void offersFollowProfilerAndTimeLimitsFollowUser() throws Exception {
    // The agent does not answer before it has read the queue.
    Thread.sleep(500);
    long calledMillis = System.currentTimeMillis();
    agent.received(call(1, calledMillis));
    assertThat(market.next(Message.EstimatePending.class).untilMillis())
        .isBetween(calledMillis + 20_000, System.currentTimeMillis() + 20_000);
    Message.Offers offers = market.next(Message.Offers.class);
    assertThat(offers.offers()).isNotEmpty().allMatch(offer -> costs(offer, 3));

    agent.received(call(2, calledMillis));
    Offer offer = market.next(Message.Offers.class).offers().getFirst();
    assertThat(offer.tasks()).isEqualTo(TASKS);
    ReservationId part = new ReservationId(new CallId(BAG, 2), 1, TestSite.ID);
    agent.received(new Message.Reserve(part, TASKS, offer.completionMillis()));
    market.next(Message.Reserved.class);
    agent.received(new Message.Commit(part, TaskSet.first(TASKS)));
    market.next(Message.Committed.class);
    while (market.next(Message.Results.class).endedTasks().size() < TASKS) {
      assertThat(market.sent.size()).isLessThan(1_000);
    }
    assertThat(market.printed)
        .hasSize(TASKS)
        .allMatch(command -> command.endsWith(" " + 2 * USERS_MILLIS / Time.SECOND_MILLIS + " "));
    assertThat(folder.resolve("state/learned.json")).content().contains("previousMillis");
    assertThat(folder.resolve("state/disclosures.log"))
        .content()
        .contains("\"kind\":\"estimate-pending\"")
        .contains(
            "{\"kind\":\"estimate\",\"call\":{\"bag\":\"bag7\",\"round\":1},\"source\":\"PROFILER\"}");
  }

  @Test
  void tooWideTasksGetNoOffer() throws Exception {
    Thread.sleep(500);
    long nowMillis = System.currentTimeMillis();
    agent.received(
        new Message.Call(
            new CallId(BAG, 1),
            new Bag(1, 3, USERS_MILLIS, nowMillis, nowMillis + Time.HOUR_MILLIS)));
    assertThat(market.next(Message.Offers.class).offers()).isEmpty();
    assertThat(market.sent).noneMatch(Message.EstimatePending.class::isInstance);
  }

  private static boolean costs(Offer offer, int seconds) {
    return offer.pricePerTask().millicredits() == seconds * 1_000L;
  }

  private static Message.Call call(int round, long nowMillis) {
    long deadlineMillis = nowMillis + Time.HOUR_MILLIS;
    return new Message.Call(
        new CallId(BAG, round), new Bag(TASKS, 1, USERS_MILLIS, nowMillis, deadlineMillis));
  }
}
