package tender.cli.account;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tender.cli.client.response.AccountResponse;

/** An account as comma-separated values (RFC 4180), with a header. */
final class AccountCsv {
  private AccountCsv() {}

  /** All entries, oldest first, so that each balance is the one above it plus the change. */
  static List<String> entries(List<AccountResponse.Entry> newestFirst) {
    List<String> lines = new ArrayList<>();
    lines.add("at,kind,change,balance,paid,bag,name,provider,surcharge");
    for (AccountResponse.Entry entry : newestFirst.reversed()) {
      lines.add(
          line(
              entry.at(),
              entry.kind(),
              AccountCommand.change(entry),
              entry.balance(),
              AccountCommand.paid(entry),
              entry.bag(),
              entry.name(),
              entry.provider(),
              entry.surcharge()));
    }
    return lines;
  }

  static List<String> totals(AccountTotals totals, String by) {
    List<String> lines = new ArrayList<>();
    boolean isByBag = by.equals("bag");
    lines.add(by + (isByBag ? ",name" : "") + ",deposited,paid,penalties,on_hold,change");
    for (AccountTotals.Row row : totals.totals()) {
      lines.add(
          (isByBag ? line(row.bag(), row.name()) : line(row.month()))
              + ","
              + line(row.deposited(), row.paid(), row.penalties(), row.onHold(), row.change()));
    }
    return lines;
  }

  private static String line(@Nullable Object... fields) {
    return Stream.of(fields).map(AccountCsv::field).collect(Collectors.joining(","));
  }

  private static String field(@Nullable Object value) {
    String text = value == null ? "" : value.toString();
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
