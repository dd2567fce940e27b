package tender.server.market.view;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;

/** An account, the same for everybody, that has set something aside for a bag. */
final class MemoryAccount {
  private static final Money HELD = new Money(2_500);
  private static final BagId BAG = new BagId("b1");

  private MemoryAccount() {}

  static AccountView view(long nowMillis) {
    return new AccountView(
        Money.ZERO.minus(HELD),
        Optional.of(new Money(10_000)),
        List.of(new AccountView.Held(BAG, "bag", HELD)),
        List.of(
            new AccountView.Entry(
                7,
                nowMillis,
                AccountView.Kind.HOLD,
                Money.ZERO.minus(HELD),
                Optional.of(BAG),
                Optional.of("bag"),
                Optional.of(MemoryDesk.FIRST))),
        OptionalLong.empty());
  }
}
