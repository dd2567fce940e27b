package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.BidRange;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.EndedRun;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.QueueDelta;
import tender.core.provider.state.RecoveredState;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;

class TimeSharedProviderTest {
  private static final ProviderId HOST = new ProviderId("host");
  private static final Cluster TWO = Cluster.of(2);
  private static final ProviderTerms TERMS =
      new ProviderTerms(1_000, 1_000, 1_000, ProviderTerms.DisclosureLevel.NOTHING)
          .withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM);
  private static final TimeSharingTerms SHARING = new TimeSharingTerms(credits(1), credits(19), 3);
  private static final long MINUTE = Time.MINUTE_MILLIS;

  private final Map<ReservationId, ReservationRecord> stored = new LinkedHashMap<>();
  private ProviderStateMachine host = new TimeSharedProvider(HOST, TWO, TERMS, SHARING);
  private Map<ReservationId, Double> shares = Map.of();

  /** Whether the users of the next calls share no organisation with the host. */
  private boolean isForeign;

  private static Money credits(long credits) {
    return new Money(1_000 * credits);
  }

  private static Optional<Message.BidStrategy> always(long credits) {
    return Optional.of(new Message.BidStrategy(Optional.of(credits(credits))));
  }

  private static final Optional<Message.BidStrategy> BY_DEADLINE =
      Optional.of(Message.BidStrategy.BY_DEADLINE);

  private List<Message.ToMetascheduler> handle(ProviderEvent event, long nowMillis) {
    List<Message.ToMetascheduler> sent = new java.util.ArrayList<>();
    for (ProviderEffect effect : host.handle(event, nowMillis)) {
      switch (effect) {
        case ProviderEffect.StoreReservation(ReservationRecord reservation) ->
            stored.put(reservation.id(), reservation);
        case ProviderEffect.Send(Message.ToMetascheduler message) -> sent.add(message);
        case ProviderEffect.SetShares(Map<ReservationId, Double> now) -> shares = now;
        default -> {}
      }
    }
    return sent;
  }

  private List<Message.ToMetascheduler> send(Message.ToProvider message, long nowMillis) {
    return handle(new ProviderEvent.MessageReceived(message), nowMillis);
  }

  private List<Message.ToMetascheduler> interval(Map<ReservationId, Long> used, long nowMillis) {
    return handle(new ProviderEvent.ShareIntervalEnded(used), nowMillis);
  }

  private Message.Offers call(
      String bag, Bag what, Optional<Message.BidStrategy> bidStrategy, long now) {
    CallId id = new CallId(new BagId(bag), 1);
    return (Message.Offers)
        send(new Message.Call(id, what, 0, bidStrategy, isForeign), now).getFirst();
  }

  private static ReservationId part(String bag) {
    return new ReservationId(new CallId(new BagId(bag), 1), 1, HOST);
  }

  /** Tasks of a minute, with an hour for all. */
  private static Bag bag(int tasks, long nowMillis) {
    return new Bag(tasks, 1, MINUTE, nowMillis, nowMillis + 60 * MINUTE);
  }

  private ReservationId run(
      String bag, int tasks, Optional<Message.BidStrategy> bidStrategy, long now) {
    Offer offer = call(bag, bag(tasks, now), bidStrategy, now).offers().getLast();
    ReservationId id = part(bag);
    assertThat(send(new Message.Reserve(id, tasks, offer.completionMillis()), now))
        .containsExactly(new Message.Reserved(id, now + 1_000));
    assertThat(send(new Message.Commit(id, TaskSet.first(tasks)), now))
        .containsExactly(new Message.Committed(id));
    return id;
  }

  private void end(ReservationId id, int from, int until, long nowMillis) {
    ReservedPart part = stored.get(id).part().orElseThrow();
    JobRun run = new JobRun(part.job(), TaskSet.range(from, until), 0);
    handle(
        new ProviderEvent.QueueChanged(
            new QueueDelta(
                List.of(),
                List.of(EndedRun.unpaid(run)),
                List.of(),
                List.of(),
                List.of(),
                List.of())),
        nowMillis);
  }

  @Test
  void offerIsShareOfInitialBid() {
    Message.Offers alone = call("a", bag(4, 0), BY_DEADLINE, 0);
    // Two rounds of a minute, by the deadline; each costs the middle bid for half of a round.
    assertThat(alone.offers()).containsExactly(new Offer(HOST, 4, 60 * MINUTE, credits(5)));
    assertThat(alone.disclosure().bids())
        .contains(new BidRange(credits(1), credits(19), credits(10)));

    run("busy", 100, always(10), 0);
    // Half of the host: each round takes two minutes.
    Bag tight = new Bag(4, 1, MINUTE, 0, 3 * MINUTE);
    assertThat(call("b", tight, BY_DEADLINE, 0).offers())
        .containsExactly(
            new Offer(HOST, 2, 3 * MINUTE, credits(10)),
            new Offer(HOST, 4, 4 * MINUTE + 2_000, credits(10)));
  }

  @Test
  void tightDeadlineStartsWithMaximumBid() {
    Bag hurried = new Bag(1, 1, MINUTE, 0, 30_000);
    assertThat(call("a", hurried, BY_DEADLINE, 0).disclosure().bids().orElseThrow().initial())
        .isEqualTo(credits(19));
    assertThat(call("b", hurried, always(3), 0).disclosure().bids().orElseThrow().initial())
        .isEqualTo(credits(3));
  }

  @Test
  void bagWithoutBidStrategyGetsNoOffer() {
    Message.Offers answer = call("a", bag(1, 0), Optional.empty(), 0);
    assertThat(answer.offers()).isEmpty();
    assertThat(answer.disclosure().bids()).isEmpty();
    assertThat(call("b", new Bag(1, 3, MINUTE, 0, MINUTE), BY_DEADLINE, 0).offers()).isEmpty();
  }

  @Test
  void numberOfBiddersIsLimited() {
    Bag one = bag(1, 0);
    call("late", one, BY_DEADLINE, 0);
    for (int i = 0; i < 3; i++) {
      run("b" + i, 1, BY_DEADLINE, 0);
    }
    assertThat(call("more", one, BY_DEADLINE, 0).offers()).isEmpty();
    assertThat(send(new Message.Reserve(part("late"), 1, one.deadlineMillis()), 0))
        .containsExactly(
            new Message.Refused(part("late"), Message.RefusalReason.NO_CAPACITY, List.of()));
  }

  @Test
  void biddersShareByBidAndPayByUsage() {
    ReservationId ten = run("ten", 100, always(10), 0);
    ReservationId six = run("six", 100, always(6), 0);
    interval(Map.of(ten, 0L, six, 0L), 0);
    assertThat(shares.get(ten)).isCloseTo(0.625, within(1e-9));
    assertThat(shares.get(six)).isCloseTo(0.375, within(1e-9));

    // In a minute of two processors: one uses all of its share, the other half.
    interval(Map.of(ten, 75_000L, six, 22_500L), MINUTE);
    assertThat(bill(ten)).isEqualTo(credits(10));
    assertThat(bill(six)).isEqualTo(credits(3));
    // Using more than the share, because the other left some, costs no more.
    interval(Map.of(ten, 175_000L, six, 42_500L), 2 * MINUTE);
    assertThat(bill(ten)).isEqualTo(credits(20));
  }

  private Money bill(ReservationId id) {
    return stored.get(id).part().orElseThrow().shareAccount().orElseThrow().bill();
  }

  @Test
  void foreignUserPaysSurchargeThatOffersInclude() {
    TimeSharingTerms surcharging = new TimeSharingTerms(credits(1), credits(19), 3, 20);
    host = new TimeSharedProvider(HOST, TWO, TERMS, surcharging);
    assertThat(call("home offer", bag(4, 0), BY_DEADLINE, 0).offers())
        .containsExactly(new Offer(HOST, 4, 60 * MINUTE, credits(5)));
    ReservationId home = run("home", 100, always(10), 0);
    isForeign = true;
    Message.Offers offers = call("foreign offer", bag(4, 0), always(10), 0);
    // Half of the host is left, so the home offer would cost 10 for each task.
    assertThat(offers.offers()).containsExactly(new Offer(HOST, 4, 60 * MINUTE, credits(12)));
    assertThat(offers.disclosure().bids())
        .contains(new BidRange(credits(1), credits(19), credits(10), 20));
    ReservationId foreign = run("foreign", 100, always(10), 0);
    interval(Map.of(home, 0L, foreign, 0L), 0);
    assertThat(shares.get(foreign)).isEqualTo(shares.get(home));

    interval(Map.of(home, MINUTE, foreign, MINUTE), MINUTE);
    assertThat(bill(home)).isEqualTo(credits(10));
    assertThat(bill(foreign)).isEqualTo(credits(12));
    // The surcharge of the offer survives a restart with other terms, and is charged once.
    RecoveredState found =
        new RecoveredState(List.copyOf(stored.values()), List.of(), List.of(), List.of());
    host = TimeSharedProvider.resume(HOST, TWO, TERMS, SHARING, found, MINUTE);
    interval(Map.of(home, 2 * MINUTE, foreign, 2 * MINUTE), 2 * MINUTE);
    assertThat(bill(home)).isEqualTo(credits(20));
    assertThat(bill(foreign)).isEqualTo(credits(24));
    end(foreign, 0, 100, 2 * MINUTE);
    assertThat(send(new Message.Inquire(foreign), 2 * MINUTE))
        .contains(new Message.Results(foreign, TaskSet.first(100), 2 * MINUTE, credits(24)));
  }

  @Test
  void hostWithoutSurchargeTreatsAllUsersEqually() {
    isForeign = true;
    assertThat(call("a", bag(4, 0), BY_DEADLINE, 0).offers())
        .containsExactly(new Offer(HOST, 4, 60 * MINUTE, credits(5)));
  }

  @Test
  void twoBidsOfOneUserGetShareOfTheirSum() {
    ReservationId first = run("first", 100, always(6), 0);
    ReservationId second = run("second", 100, always(4), 0);
    ReservationId other = run("other", 100, always(10), 0);
    interval(Map.of(), 0);
    assertThat(shares.get(first) + shares.get(second)).isCloseTo(shares.get(other), within(1e-9));
    assertThat(shares.get(first) / shares.get(second)).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void latestBidCountsFromNextInterval() {
    ReservationId a = run("a", 10, always(10), 0);
    ReservationId b = run("b", 10, always(10), 0);
    interval(Map.of(), 0);
    send(new Message.Bid(a, 2, credits(15)), 1_000);
    send(new Message.Bid(a, 1, credits(2)), 2_000);
    send(new Message.Bid(b, 1, credits(1_000)), 2_000);
    assertThat(shares.get(a)).isEqualTo(0.5);
    interval(Map.of(), 5_000);
    assertThat(shares.get(a)).isCloseTo(15 / 34.0, within(1e-9));
    // A bid for an unknown part is ignored.
    send(new Message.Bid(part("unknown"), 1, credits(2)), 5_000);
  }

  @Test
  void largeChangeOfEndIsReported() {
    ReservationId a = run("a", 10, always(10), 0);
    assertThat(interval(Map.of(a, 0L), 0))
        .containsExactly(new Message.CompletionChanged(a, 5 * MINUTE));
    assertThat(interval(Map.of(a, 10_000L), 5_000)).isEmpty();
    run("b", 10, always(10), 5_000);
    assertThat(interval(Map.of(a, 20_000L), 10_000))
        .contains(new Message.CompletionChanged(a, 10_000 + 9 * MINUTE + 40_000));
    send(new Message.Bid(a, 1, credits(19)), 10_000);
    assertThat(interval(Map.of(a, 30_000L), 20_000))
        .hasAtLeastOneElementOfType(Message.CompletionChanged.class);
  }

  @Test
  void finishedPartLosesShareAndReportsBill() {
    ReservationId a = run("a", 2, always(10), 0);
    ReservationId b = run("b", 2, always(10), 0);
    interval(Map.of(a, 0L, b, 0L), 0);
    interval(Map.of(a, MINUTE, b, MINUTE), MINUTE);
    end(a, 0, 2, MINUTE);
    interval(Map.of(a, MINUTE, b, MINUTE), MINUTE);
    assertThat(shares).containsOnlyKeys(b);
    assertThat(send(new Message.Inquire(a), MINUTE))
        .contains(new Message.Results(a, TaskSet.first(2), MINUTE, credits(10)));
    send(new Message.ResultsAccepted(a, TaskSet.first(2)), MINUTE);
    send(new Message.Release(b), MINUTE);
    interval(Map.of(), MINUTE + 1);
    assertThat(shares).isEmpty();
    assertThat(send(new Message.Inquire(b), MINUTE + 2))
        .containsExactly(
            new Message.Results(b, TaskSet.empty(), MINUTE, credits(10)),
            new Message.Refused(b, Message.RefusalReason.LEASE_EXPIRED, List.of()));
  }

  @Test
  void bidsAndChargesSurviveRestart() {
    ReservationId a = run("a", 10, always(10), 0);
    ReservationId b = run("b", 10, always(6), 0);
    interval(Map.of(a, 0L, b, 0L), 0);
    interval(Map.of(a, 75_000L, b, 45_000L), MINUTE);
    send(new Message.Bid(b, 1, credits(10)), MINUTE);
    end(a, 0, 3, MINUTE);

    RecoveredState found =
        new RecoveredState(List.copyOf(stored.values()), List.of(), List.of(), List.of());
    host = TimeSharedProvider.resume(HOST, TWO, TERMS, SHARING, found, 2 * MINUTE);
    interval(Map.of(a, 135_000L, b, 105_000L), 2 * MINUTE);
    assertThat(shares.get(a)).isEqualTo(0.5);
    // The minute of the downtime is charged by the bids from before.
    assertThat(bill(a)).isEqualTo(credits(20));
    assertThat(bill(b)).isEqualTo(credits(16));
    // The counter of a restarted host begins at 0.
    interval(Map.of(a, 30_000L, b, 60_000L), 3 * MINUTE);
    assertThat(bill(a)).isEqualTo(credits(25));
    assertThat(bill(b)).isEqualTo(credits(26));
    end(a, 3, 10, 3 * MINUTE);
    interval(Map.of(), 3 * MINUTE);
    assertThat(shares).containsOnlyKeys(b);
  }

  @Test
  void uncommittedReservationHoldsNothing() {
    Offer offer = call("a", bag(1, 0), BY_DEADLINE, 0).offers().getFirst();
    Message.Reserve reserve = new Message.Reserve(part("a"), 1, offer.completionMillis());
    assertThat(send(reserve, 0)).containsExactly(new Message.Reserved(part("a"), 1_000));
    assertThat(send(reserve, 1)).containsExactly(new Message.Reserved(part("a"), 1_000));
    interval(Map.of(), 500);
    assertThat(shares).isEmpty();
    assertThat(send(new Message.Commit(part("a"), TaskSet.first(1)), 1_000))
        .containsExactly(
            new Message.Refused(part("a"), Message.RefusalReason.LEASE_EXPIRED, List.of()));
  }
}
