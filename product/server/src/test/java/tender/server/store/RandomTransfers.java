package tender.server.store;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tender.core.ledger.PartContract;
import tender.core.ledger.Transfer;
import tender.core.ledger.Transfer.Kind;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/** A bag whose parts come and go at random, and what is held for it if all was booked once. */
final class RandomTransfers {
  private static final int MOST_MOVES = 12;
  private static final int MOST_PARTS = 4;
  private static final int MOST_PRICE = 1_000;

  private final BagId id;
  private final List<ProviderId> providers;
  private final List<Part> parts = new ArrayList<>();
  private final List<Transfer> before = new ArrayList<>();
  private List<Part> after = new ArrayList<>();
  private long version = 1;
  private int rounds;
  private boolean isRefused;

  private record Part(ReservationId id, PartContract deal) {}

  RandomTransfers(BagId id, List<ProviderId> providers) {
    this.id = id;
    this.providers = providers;
  }

  BagId id() {
    return id;
  }

  long version() {
    return version;
  }

  void written() {
    version++;
  }

  /** Some moves of parts, and now and then one that was made before. */
  List<Transfer> next(SplittableRandom random) {
    after = new ArrayList<>(parts);
    List<Transfer> moves = new ArrayList<>();
    int wanted = 1 + random.nextInt(MOST_MOVES);
    while (moves.size() < wanted) {
      boolean more = after.size() < MOST_PARTS && !isRefused && random.nextInt(3) == 0;
      if (after.isEmpty() || more) {
        hold(random, moves);
      } else {
        change(random.nextInt(after.size()), random, moves);
      }
    }
    if (!before.isEmpty() && random.nextInt(5) == 0) {
      moves.add(before.get(random.nextInt(before.size())));
    }
    isRefused = false;
    return moves;
  }

  private void hold(SplittableRandom random, List<Transfer> moves) {
    ProviderId provider = providers.get(random.nextInt(providers.size()));
    ReservationId part = TestTransfers.part(id, ++rounds, provider);
    long price = 1L + random.nextInt(MOST_PRICE);
    after.add(new Part(part, PartContract.of(new Money(price), random.nextInt(1_001))));
    moves.add(TestTransfers.transfer(part, Kind.HOLD, price));
  }

  private void change(int place, SplittableRandom random, List<Transfer> moves) {
    Part part = after.get(place);
    PartContract deal = part.deal;
    switch (random.nextInt(4)) {
      case 0 -> {
        after.remove(place);
        add(part, Kind.RELEASE, deal.remaining(), deal.remaining(), moves);
      }
      case 1 -> {
        after.set(place, new Part(part.id, deal.withPenaltyCharged()));
        add(part, Kind.PENALTY, deal.penalty(), deal.penalty(), moves);
      }
      default -> {
        PartContract billed = deal.withBill(new Money(random.nextInt(MOST_PRICE + 200)));
        after.set(place, new Part(part.id, billed));
        add(part, Kind.CHARGE, billed.billed().minus(deal.billed()), billed.billed(), moves);
      }
    }
  }

  private static void add(Part part, Kind kind, Money amount, Money total, List<Transfer> moves) {
    if (!amount.equals(Money.ZERO)) {
      moves.add(new Transfer(part.id, kind, amount, total));
    }
  }

  /** What came last was written. */
  void moved(List<Transfer> moves) {
    parts.clear();
    parts.addAll(after);
    before.addAll(moves);
  }

  /** What came last was not covered: next time, something is let go of. */
  void refused() {
    isRefused = true;
  }

  Money held() {
    return parts.stream().map(part -> part.deal.remaining()).reduce(Money.ZERO, Money::plus);
  }
}
