package tender.server.bags;

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
    Map<BagId, String> names =
        submissions.names(
            user, entries.stream().flatMap(entry -> entry.bag().stream()).distinct().toList());
    return new AccountView(
        account.map(Ledger.Account::balance).orElse(Money.ZERO),
        account.flatMap(Ledger.Account::creditLimit),
        ledger.holds(user).stream()
            .map(hold -> new AccountView.HoldView(hold.bag(), hold.name(), hold.amount()))
            .toList(),
        entries.stream().map(entry -> entry(entry, names)).toList(),
        entries.size() < limit
            ? OptionalLong.empty()
            : OptionalLong.of(entries.getLast().serial()));
  }

  private static AccountView.EntryView entry(Ledger.Entry entry, Map<BagId, String> names) {
    return new AccountView.EntryView(
        entry.serial(),
        entry.atMillis(),
        AccountView.Kind.valueOf(entry.kind()),
        entry.amount(),
        entry.bag(),
        entry.bag().map(names::get),
        entry.provider());
  }
}
