package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** A provider whose processors have half the speed of the reference processor. */
class SpeedTest {
  private static final BagId BAG = new BagId("bag7");

  /** Of a task on the reference processor; at 3,600 credits per hour a second costs one credit. */
  private static final long USERS_MILLIS = 600_000;

  private static final Money PRICE = new Money(3_600_000);
  private static final int HALF_PERMILLE = 500;

  @TempDir private Path folder;
  private TestSite site;

  @BeforeEach
  void start() throws IOException {
    site =
        new TestSite(
            folder,
            TestSite.TERMS.withPrice(PRICE),
            // The script's arguments, of which the last is the time limit of the task.
            TestSite.order("tr '\\0' ' ' </proc/$PPID/cmdline", 1, USERS_MILLIS),
            Optional.of(new PublishSettings(1_000, Time.HOUR_MILLIS)),
            TestSite.NO_PILOTS,
            OptionalInt.of(HALF_PERMILLE));
  }

  @AfterEach
  void stop() throws IOException {
    site.close();
  }

  @Test
  void offersPricesLimitsAndPublicationsFollowTheSpeed() throws Exception {
    Message.SlotsPublished published = site.market.published.poll(20, TimeUnit.SECONDS);
    assertThat(published).isNotNull();
    assertThat(published.cluster()).isEqualTo(new Cluster(2, HALF_PERMILLE));

    long calledMillis = System.currentTimeMillis();
    site.agent.received(
        new Message.Call(
            new CallId(BAG, 1), new Bag(1, 1, USERS_MILLIS, calledMillis, calledMillis + 1)));
    Offer offer = site.market.next(Message.Offers.class).offers().getFirst();
    assertThat(offer.completionMillis()).isGreaterThan(calledMillis + 2 * USERS_MILLIS);
    assertThat(offer.pricePerTask()).isEqualTo(new Money(2 * USERS_MILLIS));

    ReservationId part = new ReservationId(new CallId(BAG, 1), 1, TestSite.ID);
    site.agent.received(new Message.Reserve(part, 1, offer.completionMillis()));
    site.market.next(Message.Reserved.class);
    site.agent.received(new Message.Commit(part, TaskSet.first(1)));
    site.market.next(Message.Committed.class);
    while (site.market.next(Message.Results.class).endedTasks().isEmpty()) {
      assertThat(site.market.sent.size()).isLessThan(1_000);
    }
    assertThat(site.market.printed)
        .singleElement()
        .asString()
        .as("with the overrun factor of 2")
        .endsWith(" " + 4 * USERS_MILLIS / Time.SECOND_MILLIS + " ");
  }
}
