package tender.server.bags;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.view.AccountView;
import tender.server.model.UserId;
import tender.server.store.bags.SubmissionRepository;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;

/** Reads users' accounts. */
final class AccountService {
  private final Ledger ledger;
  private final SubmissionRepository submissions;

  AccountService(Ledger ledger, SubmissionRepository submissions) {
    this.ledger = ledger;
    this.submissions = submissions;
  }

  AccountView view(UserId user, long before, int limit) {
    Optional<Ledger.Account> account = ledger.find(AccountId.of(user));
    List<Ledger.Entry> entries = ledger.entriesOfUser(user, before, limit);
    Money balance =
        entries.isEmpty()
            ? Money.ZERO
            : ledger.balanceAfter(AccountId.of(user), entries.getFirst().serial());
    Map<BagId, String> names =
        submissions.names(
            user, entries.stream().flatMap(entry -> entry.bag().stream()).distinct().toList());
    return new AccountView(
        account.map(Ledger.Account::balance).orElse(Money.ZERO),
        account.flatMap(Ledger.Account::creditLimit),
        ledger.holds(user).stream()
            .map(hold -> new AccountView.HoldView(hold.bag(), hold.name(), hold.amount()))
            .toList(),
        entries(entries, balance, names),
        entries.size() < limit
            ? OptionalLong.empty()
            : OptionalLong.of(entries.getLast().serial()));
  }

  /**
   * The entries with the balance after each.
   *
   * @param entries newest first
   * @param newestBalance after the newest of them
   */
  static List<AccountView.EntryView> entries(
      List<Ledger.Entry> entries, Money newestBalance, Map<BagId, String> names) {
    List<AccountView.EntryView> views = new ArrayList<>();
    Money balance = newestBalance;
    for (Ledger.Entry entry : entries) {
      AccountView.EntryView view = entry(entry, balance, names);
      views.add(view);
      // A charge is paid from a hold, which left the balance before.
      if (view.kind() != AccountView.Kind.CHARGE) {
        balance = balance.minus(entry.amount());
      }
    }
    return views;
  }

  private static AccountView.EntryView entry(
      Ledger.Entry entry, Money balance, Map<BagId, String> names) {
    return new AccountView.EntryView(
        entry.serial(),
        entry.atMillis(),
        AccountView.Kind.valueOf(entry.kind()),
        entry.amount(),
        balance,
        entry.bag(),
        entry.bag().map(names::get),
        entry.provider(),
        entry.surcharge());
  }
}
