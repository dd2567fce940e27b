package tender.cli.account;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.client.ServerOption;
import tender.cli.client.response.AccountResponse;
import tender.cli.inspect.BagReport;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** Shows the user's account. */
@Command(
    name = "account",
    sortOptions = false,
    description = {
      "Shows your account: the balance, the money on hold for your bags, and the last entries.%n",
      "The price of a bag is put on hold when the bag is committed. Providers are paid from it"
          + " for what they used, never more, and the rest is released.%n",
      "CHANGE is what an entry adds to the balance, and BALANCE the balance after it. PAID is what"
          + " a provider received from a hold; it does not change the balance again. A provider may"
          + " ask users of other organisations for a surcharge, which is part of PAID."
    })
public final class AccountCommand implements Runnable {
  private static final String CHARGE = "charge";
  private static final int MAX_PAGE = 100;

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "COUNT",
      description = {"How many of the last entries, 1 to 100.", "Default: ${DEFAULT-VALUE}."})
  private int limit = 20;

  @Option(
      names = "--cursor",
      paramLabel = "NEXT",
      description = "Continue after a page: the value next of its JSON.")
  private @Nullable String cursor;

  @Option(
      names = "--by",
      paramLabel = "bag|month",
      description = "Totals of all entries by bag or by month, instead of the entries.")
  private @Nullable String by;

  @Option(
      names = "--csv",
      description = "Prints all entries, oldest first, or the totals, as CSV for a spreadsheet.")
  private boolean csv;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    if (by != null && !by.equals("bag") && !by.equals("month")) {
      throw new ParameterException(
          spec.commandLine(), "--by is '" + by + "', but must be bag or month");
    }
    if (csv && output.isJson()) {
      throw new ParameterException(
          spec.commandLine(), "--csv and -o json are both given, but only one is possible");
    }
    if (by != null) {
      printTotals(by);
    } else if (csv) {
      AccountCsv.entries(allEntries()).forEach(spec.commandLine().getOut()::println);
    } else {
      printPage();
    }
  }

  /** All entries, newest first. */
  private List<AccountResponse.Entry> allEntries() {
    List<AccountResponse.Entry> entries = new ArrayList<>();
    Optional<String> after = Optional.empty();
    do {
      AccountResponse page = server.client().account(MAX_PAGE, after);
      entries.addAll(page.entries());
      after = Optional.ofNullable(page.next());
    } while (after.isPresent());
    return entries;
  }

  private void printTotals(String kind) {
    List<AccountResponse.Entry> entries = allEntries();
    AccountTotals totals =
        kind.equals("bag")
            ? AccountTotals.byBag(entries)
            : AccountTotals.byMonth(entries, ZoneId.systemDefault());
    if (csv) {
      AccountCsv.totals(totals, kind).forEach(spec.commandLine().getOut()::println);
      return;
    }
    Table<AccountTotals.Row> table = new Table<>();
    if (kind.equals("bag")) {
      table.text("BAG", row -> row.equals(totals.total()) ? "TOTAL" : orDash(row.bag()));
      table.text("NAME", row -> Printable.of(orNothing(row.name())));
    } else {
      table.text("MONTH", row -> row.month() == null ? "TOTAL" : row.month());
    }
    List<AccountTotals.Row> rows = new ArrayList<>(totals.totals());
    rows.add(totals.total());
    output.print(
        () -> totals,
        page ->
            page.table(
                table
                    .number("DEPOSITED", AccountTotals.Row::deposited)
                    .number("PAID", AccountTotals.Row::paid)
                    .number("PENALTIES", AccountTotals.Row::penalties)
                    .number("ON HOLD", AccountTotals.Row::onHold)
                    .number("CHANGE", AccountTotals.Row::change),
                rows));
  }

  private void printPage() {
    AccountResponse account = server.client().account(limit, Optional.ofNullable(cursor));
    output.print(() -> account, page -> print(page, account));
  }

  private static void print(TextPage page, AccountResponse account) {
    page.line(BagReport.balance(account));
    page.section(
        "On hold",
        new Table<AccountResponse.Hold>()
            .text("BAG", AccountResponse.Hold::bag)
            .text("NAME", hold -> Printable.of(hold.name()))
            .number("CREDITS", AccountResponse.Hold::amount),
        account.holds());
    page.section("Last entries", table(account.entries()), account.entries());
  }

  /** The surcharge has a column only if there is one. */
  private static Table<AccountResponse.Entry> table(List<AccountResponse.Entry> entries) {
    Table<AccountResponse.Entry> table =
        new Table<AccountResponse.Entry>()
            .text("AT", entry -> TimeFormat.local(entry.at()))
            .text("KIND", AccountResponse.Entry::kind)
            .number("CHANGE", AccountCommand::change)
            .number("BALANCE", entry -> orNothing(entry.balance()))
            .number("PAID", AccountCommand::paid);
    if (entries.stream().anyMatch(entry -> entry.surcharge() != null)) {
      table.number("OF IT SURCHARGE", entry -> orNothing(entry.surcharge()));
    }
    return table
        .text("BAG", entry -> orNothing(entry.bag()))
        .text("NAME", entry -> Printable.of(orNothing(entry.name())))
        .text("PROVIDER", entry -> Printable.of(orNothing(entry.provider())));
  }

  /** How an entry changes the balance. A charge is paid from a hold, which left it before. */
  static String change(AccountResponse.Entry entry) {
    return entry.kind().equals(CHARGE) ? "" : entry.amount();
  }

  /** What a provider was paid. */
  static String paid(AccountResponse.Entry entry) {
    return entry.kind().equals(CHARGE)
        ? new BigDecimal(entry.amount()).negate().toPlainString()
        : "";
  }

  private static String orDash(@Nullable String text) {
    return text == null ? "–" : text;
  }

  private static String orNothing(@Nullable String text) {
    return text == null ? "" : text;
  }
}
