package tender.server.market;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.market.view.AccountView;
import tender.server.market.view.PersonId;
import tender.server.store.AccountId;
import tender.server.store.Ledger;
import tender.server.store.Submissions;

/** What people are told of their accounts. */
final class Accounts {
  private final Ledger ledger;
  private final Submissions submissions;

  Accounts(Ledger ledger, Submissions submissions) {
    this.ledger = ledger;
    this.submissions = submissions;
  }

  AccountView view(PersonId person, long before, int limit) {
    Optional<Ledger.Account> account = ledger.find(AccountId.of(person));
    List<Ledger.Entry> entries = ledger.entriesOf(person, before, limit);
    Map<BagId, String> names =
        submissions.names(
            person, entries.stream().flatMap(entry -> entry.bag().stream()).distinct().toList());
    return new AccountView(
        account.map(Ledger.Account::balance).orElse(Money.ZERO),
        account.flatMap(Ledger.Account::lowest).map(Money.ZERO::minus),
        ledger.held(person).stream()
            .map(held -> new AccountView.Held(held.bag(), held.name(), held.amount()))
            .toList(),
        entries.stream().map(entry -> entry(entry, names)).toList(),
        entries.size() < limit
            ? OptionalLong.empty()
            : OptionalLong.of(entries.getLast().serial()));
  }

  private static AccountView.Entry entry(Ledger.Entry entry, Map<BagId, String> names) {
    return new AccountView.Entry(
        entry.serial(),
        entry.atMillis(),
        AccountView.Kind.valueOf(entry.kind()),
        entry.amount(),
        entry.bag(),
        entry.bag().map(names::get),
        entry.provider());
  }
}
