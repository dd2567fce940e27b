package tender.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tender.cli.client.response.AccountResponse;

class AccountTotalsTest {
  private static final List<AccountResponse.Entry> ENTRIES =
      List.of(
          entry("2026-12-01T00:00:05Z", "hold", "-2", "98.144", "b2"),
          entry("2026-11-30T23:00:04Z", "penalty", "0.2", "100.144", "b1"),
          entry("2026-11-30T23:00:03Z", "release", "0.184", "99.944", "b1"),
          entry("2026-11-30T23:00:02Z", "charge", "-0.056", "99.76", "b1"),
          entry("2026-11-30T23:00:01Z", "hold", "-0.24", "99.76", "b1"),
          entry("2026-11-30T23:00:00Z", "deposit", "100", "100", null));

  private static AccountResponse.Entry entry(
      String at, String kind, String amount, String balance, @Nullable String bag) {
    return new AccountResponse.Entry(
        Instant.parse(at),
        kind,
        amount,
        balance,
        bag,
        bag == null ? null : "a, \"b\"",
        null,
        kind.equals("charge") ? "0.006" : null);
  }

  @Test
  void rowsOfBagsAddUpToTheBalance() {
    AccountTotals totals = AccountTotals.byBag(ENTRIES);

    assertThat(totals.totals())
        .extracting(AccountTotals.Row::bag)
        .containsExactly("b2", "b1", null);
    AccountTotals.Row first = totals.totals().get(1);
    assertThat(first.paid()).isEqualByComparingTo("0.056");
    assertThat(first.penalties()).isEqualByComparingTo("0.2");
    assertThat(first.onHold()).isEqualByComparingTo("0");
    assertThat(first.change()).isEqualByComparingTo("0.144");
    assertThat(totals.totals().getFirst().onHold()).isEqualByComparingTo("2");
    assertThat(totals.total().change()).isEqualByComparingTo("98.144");
    assertThat(
            totals.totals().stream()
                .map(AccountTotals.Row::change)
                .reduce(BigDecimal.ZERO, BigDecimal::add))
        .isEqualByComparingTo(totals.total().change());
  }

  @Test
  void monthsAreThoseOfTheZone() {
    assertThat(AccountTotals.byMonth(ENTRIES, ZoneOffset.UTC).totals())
        .extracting(AccountTotals.Row::month)
        .containsExactly("2026-12", "2026-11");
    assertThat(AccountTotals.byMonth(ENTRIES, ZoneOffset.ofHours(1)).totals())
        .extracting(AccountTotals.Row::month)
        .containsExactly("2026-12");
  }

  @Test
  void everyBalanceInCsvFollowsFromTheOneAbove() {
    List<String> lines = AccountCsv.entries(ENTRIES);

    assertThat(lines).hasSize(7);
    assertThat(lines.get(1)).isEqualTo("2026-11-30T23:00:00Z,deposit,100,100,,,,,");
    assertThat(lines.get(3))
        .isEqualTo("2026-11-30T23:00:02Z,charge,,99.76,0.056,b1,\"a, \"\"b\"\"\",,0.006");
    BigDecimal balance = BigDecimal.ZERO;
    for (AccountResponse.Entry entry : ENTRIES.reversed()) {
      String change = AccountCommand.change(entry);
      balance = balance.add(change.isEmpty() ? BigDecimal.ZERO : new BigDecimal(change));
      assertThat(balance).isEqualByComparingTo(entry.balance());
    }
  }

  @Test
  void totalsInCsvHaveAHeader() {
    assertThat(AccountCsv.totals(AccountTotals.byMonth(ENTRIES, ZoneOffset.UTC), "month"))
        .startsWith("month,deposited,paid,penalties,on_hold,change")
        .hasSize(3);
  }
}
