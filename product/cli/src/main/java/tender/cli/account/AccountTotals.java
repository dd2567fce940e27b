package tender.cli.account;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tender.cli.client.response.AccountResponse;

/**
 * The entries of an account added up, as {@code -o json} prints them. In every row, the change of
 * the balance is deposits minus payments plus penalties minus what was put on hold.
 *
 * @param totals by bag or by month, newest first
 * @param total of all entries; its change is the balance
 */
record AccountTotals(List<Row> totals, Row total) {
  /**
   * The totals of a bag or a month.
   *
   * @param bag or month; null for entries without a bag, and for the total
   * @param name of the bag
   * @param deposited by the operator, less withdrawals
   * @param paid to providers
   * @param penalties paid by providers
   * @param onHold put on hold and neither paid nor released
   * @param change of the balance
   */
  record Row(
      @Nullable String bag,
      @Nullable String month,
      @Nullable String name,
      BigDecimal deposited,
      BigDecimal paid,
      BigDecimal penalties,
      BigDecimal onHold,
      BigDecimal change) {}

  /** By bag; entries without a bag are one row. */
  static AccountTotals byBag(List<AccountResponse.Entry> entries) {
    return of(entries, entry -> String.valueOf(entry.bag()), true);
  }

  /** By month in this zone. */
  static AccountTotals byMonth(List<AccountResponse.Entry> entries, ZoneId zone) {
    return of(entries, entry -> entry.at().atZone(zone).toString().substring(0, 7), false);
  }

  private static AccountTotals of(
      List<AccountResponse.Entry> entries,
      Function<AccountResponse.Entry, String> key,
      boolean byBag) {
    Map<String, List<AccountResponse.Entry>> groups = new LinkedHashMap<>();
    for (AccountResponse.Entry entry : entries) {
      groups.computeIfAbsent(key.apply(entry), one -> new ArrayList<>()).add(entry);
    }
    List<Row> rows = new ArrayList<>();
    groups.forEach(
        (name, group) ->
            rows.add(
                byBag
                    ? row(group.getFirst().bag(), null, group.getFirst().name(), group)
                    : row(null, name, null, group)));
    return new AccountTotals(rows, row(null, null, null, entries));
  }

  private static Row row(
      @Nullable String bag,
      @Nullable String month,
      @Nullable String name,
      List<AccountResponse.Entry> entries) {
    BigDecimal deposited = sum(entries, "deposit", "withdrawal");
    BigDecimal paid = sum(entries, "charge").negate();
    BigDecimal penalties = sum(entries, "penalty");
    BigDecimal held = sum(entries, "hold", "release").negate();
    return new Row(
        bag,
        month,
        name,
        deposited,
        paid,
        penalties,
        held.subtract(paid),
        deposited.add(penalties).subtract(held));
  }

  private static BigDecimal sum(List<AccountResponse.Entry> entries, String... kinds) {
    BigDecimal sum = BigDecimal.ZERO;
    for (AccountResponse.Entry entry : entries) {
      if (List.of(kinds).contains(entry.kind())) {
        sum = sum.add(new BigDecimal(entry.amount()));
      }
    }
    return sum;
  }
}
