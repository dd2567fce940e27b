package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.server.api.view.AccountView;
import tender.server.store.ledger.Ledger;

class AccountServiceTest {
  @Test
  void balanceFollowsFromHoldsAndReleases() {
    List<AccountView.EntryView> entries =
        AccountService.entries(
            List.of(
                entry(4, "RELEASE", 184),
                entry(3, "CHARGE", -56),
                entry(2, "HOLD", -240),
                entry(1, "DEPOSIT", 1_000)),
            new Money(944),
            Map.of());

    assertThat(entries)
        .extracting(entry -> entry.balance().millicredits())
        .containsExactly(944L, 760L, 760L, 1_000L);
  }

  private static Ledger.Entry entry(long serial, String kind, long amount) {
    return new Ledger.Entry(
        serial, 0, kind, new Money(amount), Optional.empty(), Optional.empty(), Money.ZERO);
  }
}
