package tender.app.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import tender.bagfile.reader.TimeText;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.server.MarketAdministration;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;

/** The operator's commands for accounts. */
final class LedgerCommands {
  private static final int DECIMALS = 3;

  private LedgerCommands() {}

  /** The options that name the owner of an account. */
  static final class AccountOption {
    @Option(names = "--user", paramLabel = "USER", description = "A user's account.")
    private @Nullable String user;

    @Option(names = "--provider", paramLabel = "PROVIDER", description = "A provider's account.")
    private @Nullable String provider;

    Optional<UserId> user() {
      return Optional.ofNullable(user).map(UserId::new);
    }

    Optional<ProviderId> provider() {
      return Optional.ofNullable(provider).map(ProviderId::new);
    }

    AccountId account() {
      if (user != null && provider == null) {
        return AccountId.of(new UserId(user));
      }
      if (provider != null && user == null) {
        return AccountId.of(new ProviderId(provider));
      }
      throw new IllegalArgumentException(
          "The account is missing. Give either --user or --provider.");
    }
  }

  private static Money money(String credits) {
    try {
      return new Money(new BigDecimal(credits).setScale(DECIMALS).unscaledValue().longValueExact());
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "The amount is '%s', but must be credits with at most three decimals, such as 100 or 2.5."
              .formatted(credits),
          e);
    }
  }

  private static int reportChange(
      OperatorCommand command, Optional<Ledger.Rejection> rejection, AccountId account) {
    String error =
        switch (rejection.orElse(null)) {
          case null -> "";
          case NO_ACCOUNT -> "Account " + account + " does not exist. Add its owner first.";
          case INSUFFICIENT_FUNDS ->
              "The account %s would fall below its credit limit. See tender server accounts, and raise the limit."
                  .formatted(account);
        };
    return command.report(rejection.isEmpty(), "Done.", error);
  }

  /** Deposits or withdraws credits. */
  @Command(
      name = "deposit",
      description =
          "Deposits credits to the account of a user or a provider; a negative amount withdraws.")
  static final class Deposit extends OperatorCommand {
    @Parameters(
        index = "1",
        paramLabel = "CREDITS",
        description = "The amount, such as 100 or -2.5.")
    private String credits;

    @Mixin private AccountOption owner;

    @Option(
        names = "--key",
        paramLabel = "KEY",
        description = "An idempotency key: a second deposit with the same key has no effect.")
    private @Nullable String key;

    @Override
    public Integer call() throws IOException {
      String idempotencyKey = key == null ? UUID.randomUUID().toString() : key;
      AccountId account = owner.account();
      Money amount = money(credits);
      if (amount.equals(Money.ZERO)) {
        throw new IllegalArgumentException(
            "The amount is 0. Give the number of credits to deposit.");
      }
      return reportChange(
          this,
          MarketAdministration.deposit(config(), account, amount, "deposit/" + idempotencyKey),
          account);
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
  static final class Income extends OperatorCommand {
    private static final long MIN_INTERVAL_MILLIS = Time.MINUTE_MILLIS;

    @Parameters(
        index = "1",
        paramLabel = "CREDITS",
        description = "The amount for each interval, such as 100; 0 ends the income.")
    private String credits;

    @Option(
        names = "--user",
        required = true,
        paramLabel = "USER",
        description = "The user who receives it.")
    private String user = "";

    @Option(
        names = "--every",
        defaultValue = "30d",
        paramLabel = "INTERVAL",
        description = "The interval, such as 7d or 12h. Default: ${DEFAULT-VALUE}.")
    private String every = "";

    @Override
    public Integer call() throws IOException {
      Money amount = money(credits);
      UserId owner = new UserId(user);
      long everyMillis = TimeText.durationMillis(every).orElse(0L);
      if (amount.millicredits() < 0 || everyMillis < MIN_INTERVAL_MILLIS) {
        throw new ParameterException(
            spec.commandLine(),
            "The income is %s credits every '%s', but must not be negative, and every at least 1m, such as 30d"
                .formatted(credits, every));
      }
      if (amount.equals(Money.ZERO)) {
        return report(
            MarketAdministration.endIncome(config(), owner),
            "Done.",
            "User '" + user + "' has no income.");
      }
      return report(
          MarketAdministration.grantIncome(config(), owner, amount, everyMillis),
          "Done.",
          "User '" + user + "' does not exist. Add the user first.");
    }
  }

  /** Sets the credit limit of an account. */
  @Command(
      name = "credit-limit",
      description = "Sets how many credits a user or a provider may owe.")
  static final class CreditLimit extends OperatorCommand {
    @Parameters(
        index = "1",
        paramLabel = "CREDITS",
        description = "How far the balance may fall below zero, or 'none' for no limit.")
    private String credits;

    @Mixin private AccountOption owner;

    @Override
    public Integer call() throws IOException {
      AccountId account = owner.account();
      Optional<Money> limit =
          credits.equals("none") ? Optional.empty() : Optional.of(money(credits));
      if (limit.isPresent() && limit.get().millicredits() < 0) {
        throw new IllegalArgumentException(
            "The limit is %s credits, but must not be negative: it is the amount that may be owed."
                .formatted(credits));
      }
      int exitCode =
          reportChange(
              this, MarketAdministration.setCreditLimit(config(), account, limit), account);
      if (exitCode == 0 && limit.isPresent()) {
        MarketAdministration.accounts(config()).stream()
            .filter(found -> found.id().equals(account))
            .filter(found -> found.balance().plus(limit.get()).millicredits() < 0)
            .forEach(
                found ->
                    out()
                        .printf(
                            "The account owes %s credits, more than this limit; it can make no"
                                + " payments until credits are deposited.%n",
                            Money.ZERO.minus(found.balance())));
      }
      return exitCode;
    }
  }

  /** Shows and checks all accounts. */
  @Command(
      name = "accounts",
      description = "Shows all accounts, and checks that they balance.",
      exitCodeList = {
        "0:the balances sum to zero, and each equals the sum of its entries",
        "1:they do not, or the database is unavailable",
        "2:an argument is invalid"
      })
  static final class Accounts extends OperatorCommand {
    private static final String LINE = "%-40s %16s %16s%n";

    @Override
    public Integer call() throws IOException {
      List<Ledger.Account> accounts = MarketAdministration.accounts(config());
      PrintWriter out = out();
      out.printf(LINE, "ACCOUNT", "BALANCE", "CREDIT LIMIT");
      Money sum = Money.ZERO;
      boolean consistent = true;
      for (Ledger.Account account : accounts) {
        sum = sum.plus(account.balance());
        consistent &= account.balance().equals(account.entrySum());
        if (!account.id().isHold() || !account.balance().equals(Money.ZERO)) {
          String limit = account.creditLimit().map(Money::toString).orElse("none");
          out.printf(LINE, account.id(), account.balance(), limit);
        }
      }
      consistent &= sum.equals(Money.ZERO);
      out.println(
          consistent
              ? "OK: the balances of %d accounts sum to 0, and each equals the sum of its entries."
                  .formatted(accounts.size())
              : "WRONG: the balances sum to %s, or one differs from the sum of its entries."
                  .formatted(sum));
      return consistent ? 0 : 1;
    }
  }
}
