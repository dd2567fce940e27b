package tender.server.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.view.AccountView;

/** The same account for every user, with money held for a bag. */
final class InMemoryAccount {
  private static final Money HELD = new Money(2_500);
  private static final BagId BAG = new BagId("b1");

  private InMemoryAccount() {}

  static AccountView view(long nowMillis) {
    return new AccountView(
        Money.ZERO.minus(HELD),
        Optional.of(new Money(10_000)),
        List.of(new AccountView.HoldView(BAG, "bag", HELD)),
        List.of(
            new AccountView.EntryView(
                7,
                nowMillis,
                AccountView.Kind.HOLD,
                Money.ZERO.minus(HELD),
                Money.ZERO.minus(HELD),
                Optional.of(BAG),
                Optional.of("bag"),
                Optional.of(InMemoryBagApi.FIRST),
                Money.ZERO)),
        OptionalLong.empty());
  }
}
