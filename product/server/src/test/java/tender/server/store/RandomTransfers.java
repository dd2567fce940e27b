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

/** Random transfers of a bag, and the amount that must be held for it. */
final class RandomTransfers {
  private static final int MAX_TRANSFERS = 12;
  private static final int MAX_PARTS = 4;
  private static final int MAX_PRICE = 1_000;

  private final BagId id;
  private final List<ProviderId> providers;
  private final List<Part> parts = new ArrayList<>();
  private final List<Transfer> committed = new ArrayList<>();
  private List<Part> pending = new ArrayList<>();
  private long version = 1;
  private int rounds;
  private boolean wasRejected;

  private record Part(ReservationId id, PartContract contract) {}

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

  /** Random transfers, sometimes with a repetition of an earlier one. */
  List<Transfer> next(SplittableRandom random) {
    pending = new ArrayList<>(parts);
    List<Transfer> transfers = new ArrayList<>();
    int count = 1 + random.nextInt(MAX_TRANSFERS);
    while (transfers.size() < count) {
      boolean more = pending.size() < MAX_PARTS && !wasRejected && random.nextInt(3) == 0;
      if (pending.isEmpty() || more) {
        hold(random, transfers);
      } else {
        change(random.nextInt(pending.size()), random, transfers);
      }
    }
    if (!committed.isEmpty() && random.nextInt(5) == 0) {
      transfers.add(committed.get(random.nextInt(committed.size())));
    }
    wasRejected = false;
    return transfers;
  }

  private void hold(SplittableRandom random, List<Transfer> transfers) {
    ProviderId provider = providers.get(random.nextInt(providers.size()));
    ReservationId part = TestTransfers.part(id, ++rounds, provider);
    long price = 1L + random.nextInt(MAX_PRICE);
    pending.add(new Part(part, PartContract.of(new Money(price), random.nextInt(1_001))));
    transfers.add(TestTransfers.transfer(part, Kind.HOLD, price));
  }

  private void change(int index, SplittableRandom random, List<Transfer> transfers) {
    Part part = pending.get(index);
    PartContract contract = part.contract;
    switch (random.nextInt(4)) {
      case 0 -> {
        pending.remove(index);
        add(part, Kind.RELEASE, contract.remaining(), contract.remaining(), transfers);
      }
      case 1 -> {
        pending.set(index, new Part(part.id, contract.withPenaltyCharged()));
        add(part, Kind.PENALTY, contract.penalty(), contract.penalty(), transfers);
      }
      default -> {
        PartContract billed =
            contract.withBill(new Money(random.nextInt(MAX_PRICE + 200)), 0).withCharge();
        pending.set(index, new Part(part.id, billed));
        add(
            part,
            Kind.CHARGE,
            billed.billed().minus(contract.billed()),
            billed.billed(),
            transfers);
      }
    }
  }

  private static void add(
      Part part, Kind kind, Money amount, Money total, List<Transfer> transfers) {
    if (!amount.equals(Money.ZERO)) {
      transfers.add(new Transfer(part.id, kind, amount, total));
    }
  }

  /** The last transfers were committed. */
  void committed(List<Transfer> transfers) {
    parts.clear();
    parts.addAll(pending);
    committed.addAll(transfers);
  }

  /** Funds were insufficient for the last transfers: the next ones release money. */
  void rejected() {
    wasRejected = true;
  }

  Money held() {
    return parts.stream().map(part -> part.contract.remaining()).reduce(Money.ZERO, Money::plus);
  }
}
