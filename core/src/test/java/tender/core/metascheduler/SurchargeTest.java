package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.call.ProviderSelector;
import tender.core.compose.EarliestCompletion;
import tender.core.ledger.Transfer;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.ProviderTerms;
import tender.core.provider.TimeSharedProvider;
import tender.core.provider.TimeSharingTerms;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;
import tender.core.share.OrganisationDirectory;
import tender.core.share.ProviderMembership;

/**
 * A bag at a host of its user's organisation, and at one of another, through both state machines.
 */
class SurchargeTest {
  private static final OrganisationId PHYSICS = new OrganisationId("physics");
  private static final OrganisationId BIOLOGY = new OrganisationId("biology");
  private static final ProviderId HOST = new ProviderId("host");
  private static final BagId ID = new BagId("bag");
  private static final int TASKS = 7;
  private static final long MINUTE = Time.MINUTE_MILLIS;
  private static final Bag BAG = new Bag(TASKS, 1, MINUTE, 0, 60 * MINUTE);

  private final Metascheduler rules =
      new Metascheduler(
          ProviderSelector.all(List.of(HOST)),
          new OrganisationDirectory(List.of(new ProviderMembership(HOST, List.of(PHYSICS)))),
          new EarliestCompletion(),
          TimeoutConfig.answersOnly(10 * Time.SECOND_MILLIS),
          0,
          0);

  /** What a bag of a user of these organisations paid. */
  private final class BagRun {
    private final TimeSharedProvider host =
        new TimeSharedProvider(
            HOST,
            Cluster.of(1),
            new ProviderTerms(1_000, 1_000, 1_000, ProviderTerms.DisclosureLevel.NOTHING)
                .withTaskStarter(ProviderTerms.TaskStarter.BATCH_SYSTEM),
            new TimeSharingTerms(new Money(1_000), new Money(19_000), 3, 20));
    private final Deque<Message.ToProvider> toHost = new ArrayDeque<>();
    private final Deque<Message.ToMetascheduler> toMarket = new ArrayDeque<>();
    private final Map<ReservationId, ReservationRecord> stored = new LinkedHashMap<>();
    private final List<Transfer> transfers = new ArrayList<>();
    private BagState state;
    private Money promisedPrice = Money.ZERO;
    private Money promisedSurcharge = Money.ZERO;

    BagRun(long bidMillicredits, List<OrganisationId> organisations) {
      Message.BidStrategy bid = new Message.BidStrategy(Optional.of(new Money(bidMillicredits)));
      Money budget = new Money(1_000_000);
      AcceptancePolicy policy =
          AcceptancePolicy.acceptWithin(60 * MINUTE, budget)
              .withBudget(budget, false)
              .withBidStrategy(Optional.of(bid))
              .withOrganisations(organisations);
      BagTransition begun = rules.submit(ID, BAG, policy, 0);
      state = begun.state();
      carryOut(begun.effects());
      exchange(0);
      charge(0);
      for (int task = 0; task < TASKS; task++) {
        long nowMillis = (task + 1) * 6_000L;
        charge(nowMillis);
        JobRun run = new JobRun(part().job(), TaskSet.range(task, task + 1), 0);
        handle(new ProviderEvent.TasksEnded(run), nowMillis);
        exchange(nowMillis);
      }
    }

    private ReservedPart part() {
      return stored.values().iterator().next().part().orElseThrow();
    }

    private void charge(long nowMillis) {
      ReservationId id = stored.keySet().iterator().next();
      handle(new ProviderEvent.ShareIntervalEnded(Map.of(id, nowMillis)), nowMillis);
    }

    private void exchange(long nowMillis) {
      while (!toHost.isEmpty() || !toMarket.isEmpty()) {
        if (!toHost.isEmpty()) {
          handle(new ProviderEvent.MessageReceived(toHost.remove()), nowMillis);
        } else {
          BagEvent event = new BagEvent.MessageReceived(toMarket.remove());
          BagTransition transition = rules.handle(state, event, nowMillis);
          state = transition.state();
          carryOut(transition.effects());
        }
      }
    }

    private void handle(ProviderEvent event, long nowMillis) {
      for (ProviderEffect effect : host.handle(event, nowMillis)) {
        if (effect instanceof ProviderEffect.Send(Message.ToMetascheduler message)) {
          toMarket.add(message);
        } else if (effect instanceof ProviderEffect.StoreReservation(ReservationRecord record)) {
          stored.put(record.id(), record);
        }
      }
    }

    private void carryOut(List<BagEffect> effects) {
      for (BagEffect effect : effects) {
        if (effect instanceof BagEffect.Send(ProviderId _, Message.ToProvider message)) {
          toHost.add(message);
        } else if (effect instanceof BagEffect.TransferMoney(Transfer transfer)) {
          transfers.add(transfer);
        } else if (effect instanceof BagEffect.PromiseMade made) {
          promisedPrice = made.promise().composition().price();
          promisedSurcharge = made.promise().composition().surcharge();
        }
      }
    }

    private long charges() {
      return transfers.stream()
          .filter(transfer -> transfer.kind() == Transfer.Kind.CHARGE)
          .mapToLong(transfer -> transfer.amount().millicredits())
          .sum();
    }

    private long surcharges() {
      return transfers.stream().mapToLong(transfer -> transfer.surcharge().millicredits()).sum();
    }
  }

  @Test
  void foreignBillIsExactlyOneFifthHigher() {
    BagRun home = new BagRun(10_000, List.of(BIOLOGY, PHYSICS));
    BagRun foreign = new BagRun(10_000, List.of(BIOLOGY));

    assertThat(home.state).isInstanceOf(BagState.Ended.class);
    assertThat(((BagState.Ended) home.state).paid()).isEqualTo(new Money(home.charges()));
    // Seven charges for six seconds.
    assertThat(home.charges()).isEqualTo(7_000);
    assertThat(home.surcharges()).isZero();
    assertThat(foreign.charges() * 10).isEqualTo(home.charges() * 12);
    assertThat(foreign.surcharges()).isEqualTo(foreign.charges() - home.charges());
    assertThat(foreign.promisedPrice.millicredits() * 10)
        .isEqualTo(home.promisedPrice.millicredits() * 12);
    assertThat(foreign.promisedSurcharge)
        .isEqualTo(foreign.promisedPrice.minus(home.promisedPrice));
  }

  @Test
  void foreignBillIsRoundedUpOnce() {
    BagRun home = new BagRun(10_008, List.of(PHYSICS));
    BagRun foreign = new BagRun(10_008, List.of(BIOLOGY));

    // Seven charges of 1.0008, each rounded to 1.001; 1.2 × 7.007 = 8.4084.
    assertThat(home.charges()).isEqualTo(7_007);
    assertThat(foreign.charges()).isEqualTo(8_409);
    assertThat(foreign.surcharges()).isEqualTo(foreign.charges() - home.charges());
  }

  @Test
  void userWithoutOrganisationsIsForeign() {
    BagRun home = new BagRun(10_000, List.of(PHYSICS));
    BagRun foreign = new BagRun(10_000, List.of());

    assertThat(foreign.charges() * 10).isEqualTo(home.charges() * 12);
  }
}
