package tender.simulator.faults.store;

import java.util.HashMap;
import java.util.Map;
import tender.core.ledger.FundsLimit;
import tender.core.ledger.Transfer;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.store.Store;
import tender.core.store.Transaction;
import tender.simulator.faults.checks.InvariantChecker;
import tender.simulator.faults.seed.Fault;
import tender.simulator.faults.seed.SimulationContext;

/**
 * The accounts of the bags' users. Most have more money than they need; the others may have too
 * little for a hold, which the store then refuses, until the user deposits more.
 */
public final class UserAccounts {
  /** Covers some bags, and of others only the first parts. */
  private static final long MAX_FIRST_DEPOSIT = 4_000;

  private static final Money AMPLE = new Money(Time.DAY_MILLIS);
  private static final double DEPOSIT_PROBABILITY = 0.5;

  private final boolean checksFunds;
  private final InvariantChecker checks;
  private final Map<BagId, Money> balances = new HashMap<>();

  public UserAccounts(boolean checksFunds, InvariantChecker checks) {
    this.checksFunds = checksFunds;
    this.checks = checks;
  }

  /** Opens an account with little money. Its user may deposit more during the fault period. */
  public void open(BagId bag, SimulationContext context) {
    deposit(bag, new Money(context.random().between(1, MAX_FIRST_DEPOSIT)));
    if (context.random().chance(DEPOSIT_PROBABILITY)) {
      context.schedule(Fault.FUNDS_LOW, () -> deposit(bag, AMPLE));
    }
  }

  private void deposit(BagId bag, Money amount) {
    balances.merge(bag, amount, Money::plus);
    checks.deposited(bag, amount);
  }

  /** Posts the transfers of a transaction, or none of them. */
  public void post(Transaction transaction) {
    Money before = balances.get(transaction.bag());
    if (before == null) {
      return;
    }
    Money after = before;
    boolean holds = false;
    for (Transfer transfer : transaction.transfers()) {
      holds |= transfer.kind() == Transfer.Kind.HOLD;
      after =
          switch (transfer.kind()) {
            case HOLD -> after.minus(transfer.amount());
            case RELEASE, PENALTY -> after.plus(transfer.amount());
            case CHARGE -> after;
          };
    }
    if (checksFunds && holds && after.millicredits() < 0) {
      throw new Store.InsufficientFunds(
          FundsLimit.ACCOUNT, "Insufficient funds for bag " + transaction.bag());
    }
    balances.put(transaction.bag(), after);
  }
}
