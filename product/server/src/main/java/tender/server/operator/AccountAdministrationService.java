package tender.server.operator;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.util.List;
import java.util.Optional;
import tender.core.model.Money;
import tender.server.api.ApiException;
import tender.server.api.operator.AccountAdministration;
import tender.server.api.operator.ManagedAccount;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;

/** Manages accounts in the database. */
public final class AccountAdministrationService implements AccountAdministration {
  private static final String LIST_ADVICE = "tender operator accounts lists all accounts.";

  private final Database database;

  public AccountAdministrationService(Database database) {
    this.database = database;
  }

  @Override
  public List<ManagedAccount> list() {
    return mapErrors(() -> database.ledger().accounts()).stream()
        .map(
            one ->
                new ManagedAccount(
                    one.id().value(), one.balance(), one.creditLimit(), one.entrySum()))
        .toList();
  }

  @Override
  public void deposit(String account, Money amount, String key) {
    AccountId id = owned(account);
    if (amount.equals(Money.ZERO)) {
      throw ApiException.invalid("The amount is 0.", "Give the number of credits to deposit.");
    }
    String transfer = "deposit/" + key;
    report(id, mapErrors(() -> database.ledger().deposit(id, amount, transfer)));
    if (!mapErrors(() -> database.ledger().isDeposit(id, amount, transfer))) {
      throw ApiException.conflict(
          "The idempotency key was used for another deposit.", "Use a new key for each deposit.");
    }
  }

  @Override
  public void setCreditLimit(String account, Optional<Money> limit) {
    AccountId id = owned(account);
    report(id, mapErrors(() -> database.ledger().setCreditLimit(id, limit)));
  }

  /** Only the ledger itself changes other accounts. */
  private static AccountId owned(String account) {
    if (!account.startsWith("user:") && !account.startsWith("provider:")) {
      throw ApiException.notFound(
          "There is no account of a user or a provider with this name.",
          "Use user:NAME or provider:NAME.");
    }
    return new AccountId(account);
  }

  private static void report(AccountId account, Optional<Ledger.Rejection> rejection) {
    switch (rejection.orElse(null)) {
      case null -> {}
      case NO_ACCOUNT ->
          throw ApiException.notFound("Account %s does not exist.".formatted(account), LIST_ADVICE);
      case INSUFFICIENT_FUNDS ->
          throw ApiException.conflict(
              "Account %s would fall below its credit limit.".formatted(account),
              "Withdraw less, or raise the limit.");
    }
  }

  @Override
  public void setIncome(UserId user, Money amount, long everyMillis) {
    mapErrors(
        () -> {
          boolean exists = database.income().grant(user, amount, everyMillis);
          database.income().payDue();
          return UserAdministrationService.requireUser(user, exists);
        });
  }

  @Override
  public void endIncome(UserId user) {
    if (!mapErrors(() -> database.income().end(user))) {
      throw ApiException.notFound("User '%s' has no income.".formatted(user), LIST_ADVICE);
    }
  }
}
