package tender.app.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.Server;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;

/** What an operator does about money. */
final class LedgerCommands {
  private static final int DECIMALS = 3;

  private LedgerCommands() {}

  /** Whose account is meant. */
  static final class AccountOption {
    @Option(names = "--person", paramLabel = "PERSON", description = "A person's account.")
    private @Nullable String user;

    @Option(names = "--provider", paramLabel = "PROVIDER", description = "A provider's account.")
    private @Nullable String provider;

    AccountId account() {
      if (user != null && provider == null) {
        return AccountId.of(new UserId(user));
      }
      if (provider != null && user == null) {
        return AccountId.of(new ProviderId(provider));
      }
      throw new IllegalArgumentException(
          "Whose account is meant? Give either --person or --provider.");
    }
  }

  private static Money money(String credits) {
    try {
      return new Money(new BigDecimal(credits).setScale(DECIMALS).unscaledValue().longValueExact());
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "The amount is '"
              + credits
              + "', and must be credits with at most three decimals, such as 100 or 2.5.",
          e);
    }
  }

  private static int report(CommandSpec spec, Optional<Ledger.Rejection> refusal, AccountId account) {
    if (refusal.isEmpty()) {
      spec.commandLine().getOut().println("Done.");
      return 0;
    }
    spec.commandLine()
        .getErr()
        .println(
            switch (refusal.get()) {
              case NO_ACCOUNT ->
                  "tender: There is no account " + account + ". Add its owner first.";
              case INSUFFICIENT_FUNDS ->
                  "tender: The account "
                      + account
                      + " would stand lower than it may. Look at the books, and raise its limit.";
            });
    return 1;
  }

  /** Gives money out. */
  @Command(
      name = "deposit",
      description = "Gives credits to a person or a provider, or takes them back if below zero.")
  static final class Deposit implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The server's settings.")
    private Path file;

    @Parameters(index = "1", paramLabel = "CREDITS", description = "How much, such as 100 or -2.5.")
    private String credits;

    @Mixin private AccountOption owner;

    @Option(
        names = "--key",
        paramLabel = "KEY",
        description = "What it is for: asked for twice under the same key, it is done once.")
    private @Nullable String key;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      String once = key == null ? UUID.randomUUID().toString() : key;
      AccountId account = owner.account();
      Money amount = money(credits);
      if (amount.equals(Money.ZERO)) {
        throw new IllegalArgumentException("Nothing is to move; say how many credits.");
      }
      return report(
          spec,
          Server.deposit(ServerCommand.read(file), account, amount, "deposit/" + once),
          account);
    }
  }

  /** Says how much may be owed. */
  @Command(name = "limit", description = "Says how many credits a person or a provider may owe.")
  static final class CreditLimit implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The server's settings.")
    private Path file;

    @Parameters(
        index = "1",
        paramLabel = "CREDITS",
        description = "How far below zero the account may stand, or 'none' for any.")
    private String credits;

    @Mixin private AccountOption owner;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      AccountId account = owner.account();
      Optional<Money> most =
          credits.equals("none") ? Optional.empty() : Optional.of(money(credits));
      if (most.isPresent() && most.get().millicredits() < 0) {
        throw new IllegalArgumentException(
            "The limit is " + credits + " credits, below zero; it says how much may be owed.");
      }
      return report(spec, Server.setCreditLimit(ServerCommand.read(file), account, most), account);
    }
  }

  /** Shows the books. */
  @Command(
      name = "books",
      description = "Shows all accounts, and checks that they add up.",
      exitCodeList = {
        "0:they add up to zero, and each is what was booked",
        "1:they do not, or the database cannot be asked",
        "2:an argument cannot be used"
      })
  static final class Accounts implements Callable<Integer> {
    private static final String LINE = "%-40s %16s %16s%n";

    @Parameters(paramLabel = "FILE", description = "The server's settings.")
    private Path file;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
      List<Ledger.Account> books = Server.accounts(ServerCommand.read(file));
      PrintWriter out = spec.commandLine().getOut();
      out.printf(LINE, "ACCOUNT", "BALANCE", "MAY OWE");
      Money sum = Money.ZERO;
      boolean right = true;
      for (Ledger.Account account : books) {
        sum = sum.plus(account.balance());
        right &= account.balance().equals(account.entrySum());
        if (!account.id().isHold() || !account.balance().equals(Money.ZERO)) {
          String owes = account.creditLimit().map(low -> Money.ZERO.minus(low).toString()).orElse("any");
          out.printf(LINE, account.id(), account.balance(), owes);
        }
      }
      right &= sum.equals(Money.ZERO);
      out.println(
          right
              ? "All %d accounts add up to 0, and each is what was booked.".formatted(books.size())
              : "WRONG: the accounts add up to %s, or one is not what was booked.".formatted(sum));
      return right ? 0 : 1;
    }
  }
}
