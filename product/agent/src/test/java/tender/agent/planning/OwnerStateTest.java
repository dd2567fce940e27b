package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.Await;
import tender.agent.owner.CapacitySetting;
import tender.agent.owner.ClusterView;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** An owner pauses the agent and lowers its capacity. */
@Timeout(60)
class OwnerStateTest {
  @TempDir private Path folder;

  private static CallId call(String bag) {
    return new CallId(new BagId(bag), 1);
  }

  /** The offers for four tasks of one second, with a deadline in this many seconds. */
  private static List<Offer> offers(TestSite site, String bag, int seconds)
      throws InterruptedException {
    long nowMillis = System.currentTimeMillis();
    Bag four = new Bag(4, 1, 1_000, nowMillis, nowMillis + seconds * Time.SECOND_MILLIS);
    site.agent.received(new Message.Call(call(bag), four));
    return site.market.next(Message.Offers.class).offers();
  }

  private TestSite site() throws Exception {
    TestSite site =
        new TestSite(
            folder,
            TestSite.TERMS.withPrice(new Money(3_600_000)),
            TestSite.order("sleep 1", 4, 1_000));
    Await.until("a look at the queue", () -> !site.agent.view().isQueueStale());
    return site;
  }

  @Test
  void pausedAgentOffersNothingEvenAfterRestart() throws Exception {
    try (TestSite site = site()) {
      assertThat(offers(site, "a", 30)).isNotEmpty();
      site.agent.setCapacity(new CapacitySetting(true, 2));
      assertThat(offers(site, "b", 30)).isEmpty();
      site.restart();
      Await.until("a look at the queue", () -> !site.agent.view().isQueueStale());
      assertThat(offers(site, "c", 30)).isEmpty();
      site.agent.setCapacity(new CapacitySetting(false, 2));
      assertThat(offers(site, "d", 30)).isNotEmpty();
      ClusterView.DailyActivity today =
          site.agent.view().activityByDay().values().iterator().next();
      assertThat(today.calls()).isEqualTo(4);
      assertThat(today.offers()).isEqualTo(2);
    }
  }

  /** A deadline that is too early for all four tasks shows when they could all end. */
  @Test
  void lowerCapacityMakesLaterOffers() throws Exception {
    try (TestSite site = site()) {
      long byTwoMillis = takesMillis(site, "a");
      site.agent.setCapacity(new CapacitySetting(false, 1));
      Await.until("it to be given", () -> site.agent.view().plannedProcessors() == 1);
      assertThat(takesMillis(site, "b")).isGreaterThan(byTwoMillis + 1_000);
    }
  }

  private static long takesMillis(TestSite site, String bag) throws InterruptedException {
    long nowMillis = System.currentTimeMillis();
    Offer last = offers(site, bag, 11).getLast();
    assertThat(last.tasks()).isEqualTo(4);
    return last.completionMillis() - nowMillis;
  }

  @Test
  void lowerCapacityDoesNotStopRunningTasks() throws Exception {
    try (TestSite site = site()) {
      List<Offer> offers = offers(site, "a", 40);
      ReservationId part = new ReservationId(call("a"), 1, TestSite.ID);
      site.agent.received(new Message.Reserve(part, 4, offers.getLast().completionMillis()));
      site.market.next(Message.Reserved.class);
      site.agent.received(new Message.Commit(part, TaskSet.first(4)));
      site.market.next(Message.Committed.class);
      Await.until("two to run", () -> site.agent.view().queue().processors().bagProcessors() == 2);
      assertThat(site.agent.view().parts())
          .singleElement()
          .matches(here -> here.isCommitted() && here.tasks() == 4);
      site.agent.setCapacity(new CapacitySetting(false, 1));
      Await.until(
          "all to be done",
          () -> site.agent.view().activityByDay().values().iterator().next().endedTasks() == 4);

      ClusterView.DailyActivity today =
          site.agent.view().activityByDay().values().iterator().next();
      assertThat(today.committedParts()).isEqualTo(1);
      assertThat(today.billed()).isGreaterThan(Money.ZERO);
      assertThat(site.agent.view().usageHistory())
          .anyMatch(sample -> sample.bagProcessors() == 2)
          .allMatch(sample -> sample.localProcessors() == 0);
    }
  }

  @Test
  void cancelledBagGoesBackToTheMarket() throws Exception {
    try (TestSite site = site()) {
      List<Offer> offers = offers(site, "a", 40);
      ReservationId part = new ReservationId(call("a"), 1, TestSite.ID);
      site.agent.received(new Message.Reserve(part, 4, offers.getLast().completionMillis()));
      site.market.next(Message.Reserved.class);
      site.agent.received(new Message.Commit(part, TaskSet.first(4)));
      site.market.next(Message.Committed.class);
      Await.until("two to run", () -> site.agent.view().queue().processors().bagProcessors() == 2);

      assertThat(site.agent.cancelBag(new BagId("b"))).isZero();
      assertThat(site.agent.cancelBag(new BagId("a"))).isEqualTo(1);

      assertThat(site.agent.view().parts()).isEmpty();
      Message.ToMetascheduler last = site.market.sent.poll(20, TimeUnit.SECONDS);
      while (!(last instanceof Message.Refused)) {
        assertThat(last).as("nothing but results before").isInstanceOf(Message.Results.class);
        last = site.market.sent.poll(20, TimeUnit.SECONDS);
      }
      assertThat(((Message.Refused) last).id()).isEqualTo(part);
      Await.until(
          "the tasks to stop", () -> site.agent.view().queue().processors().bagProcessors() == 0);
      assertThat(offers(site, "a", 30)).as("no offers for it again").isEmpty();
      site.restart();
      Await.until("a look at the queue", () -> !site.agent.view().isQueueStale());
      assertThat(offers(site, "a", 30)).as("nor after a restart").isEmpty();
      assertThat(offers(site, "c", 30)).isNotEmpty();
    }
  }
}
