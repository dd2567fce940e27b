package tender.server.api.operator;

import java.util.Optional;
import tender.core.model.Money;

/**
 * An account of the ledger.
 *
 * @param account such as {@code user:ada}
 * @param creditLimit how far below zero the balance may fall; empty: without limit
 * @param entrySum the sum of its entries, which must equal the balance
 */
public record ManagedAccount(
    String account, Money balance, Optional<Money> creditLimit, Money entrySum) {}
