package tender.cli.account;

import tender.cli.client.AccountResponse;
import tender.cli.inspect.BagReport;
import tender.cli.output.TimeFormat;
import tender.cli.client.ServerOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.input.Printable;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.cli.output.Table;

/** Says what is in a person's account. */
@Command(
    name = "account",
    sortOptions = false,
    description = {
      "Says what is in your account, what is set aside for your bags, and what came and went.%n",
      "What a bag was promised for is set aside when it is committed. Providers are paid of it for"
          + " what they used, never more, and the rest comes back."
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
      description = "Go on after a page: the next of its JSON.")
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
                account.mayOwe() == null
                    ? "It may fall below zero without end."
                    : "It may fall %s below zero.".formatted(BagReport.credits(account.mayOwe()))));
    if (!account.held().isEmpty()) {
      page.heading("Set aside");
      page.table(
          new Table<AccountResponse.Held>()
              .text("BAG", AccountResponse.Held::bag)
              .text("NAME", held -> Printable.of(held.name()))
              .number("CREDITS", AccountResponse.Held::amount),
          account.held());
    }
    if (!account.entries().isEmpty()) {
      page.heading("Last entries");
      page.table(
          new Table<AccountResponse.Entry>()
              .text("AT", entry -> TimeFormat.local(entry.at()))
              .text("WHAT", AccountResponse.Entry::kind)
              .number("CREDITS", AccountResponse.Entry::amount)
              .text("BAG", entry -> orNothing(entry.bag()))
              .text("NAME", entry -> Printable.of(orNothing(entry.name())))
              .text("PROVIDER", entry -> Printable.of(orNothing(entry.provider()))),
          account.entries());
    }
  }

  private static String orNothing(@Nullable String text) {
    return text == null ? "" : text;
  }
}
