package tender.simulator.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.share.BidderId;
import tender.core.share.Broker;
import tender.core.share.FixedBidBroker;
import tender.core.share.LocalDomainBroker;
import tender.core.share.ShareTask;
import tender.core.share.SharedResource;

final class ShareSimulationTest {
  private static final SharedResource ONE = resource("R1", "A");
  private static final SharedResource OTHER = resource("R2", "B");

  @Test
  void singleUserGetsTheWholeResourceAndPaysForUse() {
    ShareOutcome outcome =
        market(ONE).run(List.of(user("first", "A", new FixedBidBroker(new Money(600)), 45, 45)));

    // The bid counts from minute 1; two tasks of 45 s each take one and a half intervals.
    assertThat(done(outcome, "first").endMillis()).isEqualTo(150_000);
    assertThat(done(outcome, "first").cost()).isEqualTo(new Money(900));
  }

  @Test
  void sharesFollowBidsAndFreedShareMovesNextInterval() {
    ShareOutcome outcome =
        market(ONE)
            .run(
                List.of(
                    user("first", "A", new FixedBidBroker(new Money(500)), 62.5),
                    user("second", "A", new FixedBidBroker(new Money(300)), 82.5)));

    // 62.5 % and 37.5 % in two intervals, of which the first user needs a minute and 40 seconds.
    assertThat(done(outcome, "first").endMillis()).isEqualTo(160_000);
    assertThat(done(outcome, "first").cost()).isEqualTo(new Money(833));
    assertThat(done(outcome, "second").endMillis()).isEqualTo(180_000 + 37_500);
    assertThat(done(outcome, "second").cost()).isEqualTo(new Money(600 + 188));
  }

  @Test
  void foreignUserPaysASurchargeOfAFifth() {
    ShareOutcome outcome =
        market(ONE, OTHER)
            .run(List.of(user("first", "A", new FixedBidBroker(new Money(600)), 60, 60)));

    assertThat(done(outcome, "first").cost()).isEqualTo(new Money(600 + 720));
    assertThat(done(outcome, "first").foreignTasks()).isEqualTo(1);
  }

  @Test
  void localUserWithTimeStaysLocal() {
    ShareOutcome outcome =
        market(ONE, OTHER)
            .run(List.of(user("first", "A", new LocalDomainBroker(), 60, 60, 60, 60)));

    assertThat(done(outcome, "first").foreignTasks()).isZero();
    assertThat(outcome.history())
        .allSatisfy(held -> assertThat(held.resource()).isEqualTo(ONE.id()));
  }

  @Test
  void crowdedLocalUserMovesAfterHalfOfTheTime() {
    double[] work = IntStream.range(0, 40).mapToDouble(i -> 60).toArray();
    ShareOutcome outcome =
        market(ONE, OTHER)
            .run(
                List.of(
                    user("crowd", "A", new FixedBidBroker(new Money(5_000)), 9_000, 60),
                    user("first", "A", new LocalDomainBroker(), work)));

    assertThat(done(outcome, "first").foreignTasks()).isPositive();
    long firstAway =
        outcome.history().stream()
            .filter(held -> held.user().value().equals("first"))
            .filter(held -> held.resource().equals(OTHER.id()))
            .mapToLong(ShareOutcome.IntervalShare::atMillis)
            .min()
            .orElseThrow();
    assertThat(firstAway).isGreaterThan(30 * Time.MINUTE_MILLIS);
  }

  @Test
  void sameInputGivesTheSameOutcome() {
    List<ShareUser> users =
        List.of(
            user("crowd", "B", new FixedBidBroker(new Money(70)), 400, 500),
            user("first", "A", new LocalDomainBroker(), 300, 200, 100, 400));

    assertThat(market(ONE, OTHER).run(users)).isEqualTo(market(ONE, OTHER).run(users));
  }

  @Test
  void singleProcessorTaskPaysOnlyForItsProcessor() {
    SharedResource four =
        new SharedResource(
            ONE.id(), 4, 4, new Money(50), new Money(5_000), List.of(new OrganisationId("A")));
    ShareOutcome outcome =
        new ShareSimulation(List.of(four), new ShareRules(Time.MINUTE_MILLIS, true))
            .run(List.of(user("first", "A", new FixedBidBroker(new Money(600)), 90)));

    assertThat(done(outcome, "first").endMillis()).isEqualTo(150_000);
    assertThat(done(outcome, "first").cost()).isEqualTo(new Money(150 + 75));
  }

  private static ShareSimulation market(SharedResource... resources) {
    return new ShareSimulation(List.of(resources), new ShareRules(Time.MINUTE_MILLIS, false));
  }

  /** One unit of work a second. */
  private static SharedResource resource(String id, String organisation) {
    return new SharedResource(
        new ProviderId(id),
        1,
        1,
        new Money(50),
        new Money(5_000),
        List.of(new OrganisationId(organisation)));
  }

  /** A user who starts at time 0, reviews every ten minutes, and has an hour. */
  private static ShareUser user(String id, String organisation, Broker broker, double... work) {
    return new ShareUser(
        new BidderId(id),
        new OrganisationId(organisation),
        0,
        Time.HOUR_MILLIS,
        10 * Time.MINUTE_MILLIS,
        broker,
        IntStream.range(0, work.length).mapToObj(i -> new ShareTask(i, work[i])).toList());
  }

  private static ShareOutcome.CompletedBag done(ShareOutcome outcome, String user) {
    return Objects.requireNonNull(outcome.users().get(new BidderId(user)));
  }
}
