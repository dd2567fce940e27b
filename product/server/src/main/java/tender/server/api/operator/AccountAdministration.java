package tender.server.api.operator;

import java.util.List;
import java.util.Optional;
import tender.core.model.Money;
import tender.server.model.UserId;

/** The accounts of users and providers. Accounts are named as in {@code user:ada}. */
public interface AccountAdministration {
  /** All accounts, by name. */
  List<ManagedAccount> list();

  /**
   * Deposits money, or withdraws it if the amount is negative.
   *
   * @param account not validated
   * @param key makes a repeated request have no second effect
   */
  void deposit(String account, Money amount, String key);

  /**
   * Sets how far below zero a balance may fall.
   *
   * @param account not validated
   * @param limit empty removes the limit
   */
  void setCreditLimit(String account, Optional<Money> limit);

  /** Grants a user an income, of which the first is paid now, or changes it. */
  void setIncome(UserId user, Money amount, long everyMillis);

  /** Ends a user's income. */
  void endIncome(UserId user);
}
