package tender.cli.operator;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.cli.client.OperatorClient;
import tender.cli.client.ServerOption;
import tender.cli.client.response.OperatorResponses;
import tender.cli.client.response.OperatorResponses.Account;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.support.input.Printable;

/** Commands for the accounts of users and providers. */
final class AccountCommands {
  private AccountCommands() {}

  /** Shows and checks all accounts. */
  @Command(
      name = "accounts",
      sortOptions = false,
      description = "Shows all accounts, and checks that they balance.",
      exitCodeList = {
        "0:the balances sum to zero, and each equals the sum of its entries",
        "1:they do not, or the server is unavailable",
        "2:an argument is invalid"
      })
  static final class Accounts implements Callable<Integer> {
    @Mixin private ServerOption server;
    @Mixin private OutputOption output;

    @Override
    public Integer call() {
      OperatorResponses.Accounts accounts = server.operatorClient().accounts();
      boolean isConsistent =
          accounts.sum().signum() == 0
              && accounts.accounts().stream().allMatch(Account::consistent);
      output.print(
          () -> accounts,
          page -> {
            page.table(
                new Table<Account>()
                    .text("ACCOUNT", one -> Printable.of(one.account()))
                    .number("BALANCE", Account::balance)
                    .number("CREDIT LIMIT", AccountCommands::limit),
                accounts.accounts().stream().filter(AccountCommands::isShown).toList());
            page.line(
                isConsistent
                    ? "OK: the balances of %d accounts sum to 0, and each equals the sum of its entries."
                        .formatted(accounts.accounts().size())
                    : "WRONG: the balances sum to %s, or one differs from the sum of its entries."
                        .formatted(accounts.sum()));
          });
      return isConsistent ? ExitCode.OK : 1;
    }
  }

  private static Object limit(Account account) {
    BigDecimal limit = account.creditLimit();
    return limit == null ? "none" : limit;
  }

  /** Holds of ended bags are empty. */
  private static boolean isShown(Account account) {
    return !account.account().startsWith("hold:") || account.balance().signum() != 0;
  }

  /** Deposits or withdraws credits. */
  @Command(
      name = "deposit",
      sortOptions = false,
      description =
          "Deposits credits to the account of a user or a provider; a negative amount withdraws.")
  static final class Deposit implements Runnable {
    @Mixin private ServerOption server;

    @Parameters(
        index = "0",
        paramLabel = "CREDITS",
        description = "The amount, such as 100 or -2.5.")
    private String credits = "";

    @Mixin private AccountOption owner;

    @Option(
        names = "--key",
        paramLabel = "KEY",
        description = "An idempotency key: a second deposit with the same key has no effect.")
    private @Nullable String key;

    @Override
    public void run() {
      // Before the connection, so that a wrong command is refused first.
      OperatorClient.Account account = owner.account();
      server
          .operatorClient()
          .deposit(
              account,
              credits,
              Objects.requireNonNullElseGet(key, () -> UUID.randomUUID().toString()));
    }
  }

  /** Grants a user a periodic income. */
  @Command(
      name = "income",
      sortOptions = false,
      description = {
        "Grants a user credits at regular intervals, the first now.%n",
        "Running the command again changes the amount and the interval, and pays nothing twice."
      })
  static final class Income implements Runnable {
    @Mixin private ServerOption server;

    @Parameters(
        index = "0",
        paramLabel = "CREDITS",
        description = "The amount for each interval, such as 100; 0 ends the income.")
    private String credits = "";

    @Option(
        names = "--user",
        required = true,
        paramLabel = "USER",
        description = "The user who receives it.")
    private String user = "";

    @Option(
        names = "--every",
        paramLabel = "INTERVAL",
        description = "The interval, such as 7d or 12h. Default: ${DEFAULT-VALUE}.")
    private String every = "30d";

    @Override
    public void run() {
      server.operatorClient().setIncome(user, credits, every);
    }
  }

  /** Sets the credit limit of an account. */
  @Command(
      name = "credit-limit",
      sortOptions = false,
      description = "Sets how many credits a user or a provider may owe.")
  static final class CreditLimit implements Runnable {
    @Mixin private ServerOption server;

    @Parameters(
        index = "0",
        paramLabel = "CREDITS",
        description = "How far the balance may fall below zero, or 'none' for no limit.")
    private String credits = "";

    @Mixin private AccountOption owner;

    @Override
    public void run() {
      OperatorClient.Account account = owner.account();
      server.operatorClient().setCreditLimit(account, credits);
    }
  }
}
