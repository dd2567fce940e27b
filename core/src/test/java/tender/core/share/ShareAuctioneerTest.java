package tender.core.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.Time;

final class ShareAuctioneerTest {
  private static final OrganisationId OWN = new OrganisationId("A");
  private static final OrganisationId OTHER = new OrganisationId("B");
  private static final BidderId FIRST = new BidderId("first");
  private static final BidderId SECOND = new BidderId("second");

  private final ShareAuctioneer auctioneer =
      new ShareAuctioneer(ShareFixtures.of("R0", 1_050, "A"));

  /** The example of section 3.2: G$10 and G$6, each for 20 minutes. */
  @Test
  void sharesFollowPaperExample() {
    join(FIRST, OWN, new Money(10_000 / 20));
    join(SECOND, OWN, new Money(6_000 / 20));
    auctioneer.beginInterval();

    assertThat(auctioneer.share(FIRST)).isEqualTo(0.625);
    assertThat(auctioneer.share(SECOND)).isEqualTo(0.375);
  }

  @Test
  void bidIsBoundedByResource() {
    join(FIRST, OWN, new Money(9_999_999));
    join(SECOND, OWN, new Money(1));
    auctioneer.beginInterval();

    assertThat(auctioneer.nextBidPerMinute(FIRST)).isEqualTo(new Money(5_000));
    assertThat(auctioneer.nextBidPerMinute(SECOND)).isEqualTo(new Money(50));
    assertThat(auctioneer.share(SECOND)).isCloseTo(50.0 / 5_050, within(1e-12));
  }

  @Test
  void newBidCountsFromNextInterval() {
    join(FIRST, OWN, new Money(100));
    join(SECOND, OWN, new Money(100));
    auctioneer.beginInterval();
    auctioneer.bid(FIRST, new Money(300));

    assertThat(auctioneer.share(FIRST)).isEqualTo(0.5);
    assertThat(auctioneer.activeBidPerMinute(FIRST)).isEqualTo(new Money(100));
    auctioneer.beginInterval();
    assertThat(auctioneer.share(FIRST)).isEqualTo(0.75);
  }

  @Test
  void bidderWithoutTasksHasOnlyHypotheticalShare() {
    join(FIRST, OWN, new Money(300));
    auctioneer.openAccount(SECOND, OWN);
    auctioneer.bid(SECOND, new Money(100));
    auctioneer.beginInterval();

    assertThat(auctioneer.share(FIRST)).isEqualTo(1);
    assertThat(auctioneer.share(SECOND)).isZero();
    assertThat(auctioneer.shareWithTasks(SECOND)).isEqualTo(0.25);
  }

  @Test
  void oneTaskPerBidderRunsAtATime() {
    auctioneer.openAccount(FIRST, OWN);
    auctioneer.submit(FIRST, List.of(new ShareTask(1, 5), new ShareTask(2, 5)));

    assertThat(auctioneer.running(FIRST)).contains(new ShareTask(1, 5));
    auctioneer.ended(FIRST);
    assertThat(auctioneer.running(FIRST)).contains(new ShareTask(2, 5));
    auctioneer.ended(FIRST);
    assertThat(auctioneer.running(FIRST)).isEmpty();
  }

  @Test
  void chargeFollowsUsageUpToBid() {
    join(FIRST, OWN, new Money(1_000));
    auctioneer.beginInterval();
    auctioneer.charge(FIRST, 0.25, Time.MINUTE_MILLIS);
    assertThat(auctioneer.bill(FIRST)).isEqualTo(new Money(250));
    auctioneer.charge(FIRST, 1.5, 2 * Time.MINUTE_MILLIS);
    assertThat(auctioneer.bill(FIRST)).isEqualTo(new Money(2_250));
  }

  @Test
  void foreignBidderPaysSurcharge() {
    join(FIRST, OTHER, new Money(1_000));
    auctioneer.beginInterval();
    auctioneer.charge(FIRST, 1, Time.MINUTE_MILLIS);

    assertThat(auctioneer.bill(FIRST)).isEqualTo(new Money(1_200));
  }

  private void join(BidderId user, OrganisationId organisation, Money bidPerMinute) {
    auctioneer.openAccount(user, organisation);
    auctioneer.bid(user, bidPerMinute);
    auctioneer.submit(user, List.of(new ShareTask(1, 1_000)));
  }
}
