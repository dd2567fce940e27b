package tender.cli.account;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.client.AccountResponse;
import tender.cli.client.ServerOption;
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
          + " for what they used, never more, and the rest is released."
    })
public final class AccountCommand implements Runnable {
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

  @Override
  public void run() {
    AccountResponse account = server.client().account(limit, Optional.ofNullable(cursor));
    output.print(() -> account, page -> print(page, account));
  }

  private static void print(TextPage page, AccountResponse account) {
    page.line(
        "Balance: %s. %s"
            .formatted(
                BagReport.credits(account.balance()),
                account.creditLimit() == null
                    ? "Credit limit: none."
                    : "Credit limit: %s.".formatted(BagReport.credits(account.creditLimit()))));
    page.section(
        "On hold",
        new Table<AccountResponse.Hold>()
            .text("BAG", AccountResponse.Hold::bag)
            .text("NAME", hold -> Printable.of(hold.name()))
            .number("CREDITS", AccountResponse.Hold::amount),
        account.holds());
    page.section(
        "Last entries",
        new Table<AccountResponse.Entry>()
            .text("AT", entry -> TimeFormat.local(entry.at()))
            .text("KIND", AccountResponse.Entry::kind)
            .number("CREDITS", AccountResponse.Entry::amount)
            .text("BAG", entry -> orNothing(entry.bag()))
            .text("NAME", entry -> Printable.of(orNothing(entry.name())))
            .text("PROVIDER", entry -> Printable.of(orNothing(entry.provider()))),
        account.entries());
  }

  private static String orNothing(@Nullable String text) {
    return text == null ? "" : text;
  }
}
