package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.api.view.AccountView;
import tender.support.http.ResponseJson;

/** A user's account as JSON. */
public record AccountJson(
    String balance,
    @Nullable String creditLimit,
    List<HoldJson> holds,
    List<EntryJson> entries,
    @Nullable String next) {

  /** Money held for a bag. */
  record HoldJson(String bag, String name, String amount) {}

  /** An entry of the account. */
  record EntryJson(
      Instant at,
      String kind,
      String amount,
      String balance,
      @Nullable String bag,
      @Nullable String name,
      @Nullable String provider,
      @Nullable String surcharge) {}

  public static AccountJson of(AccountView account) {
    return new AccountJson(
        account.balance().toString(),
        account.creditLimit().map(Object::toString).orElse(null),
        account.holds().stream()
            .map(hold -> new HoldJson(hold.bag().value(), hold.name(), hold.amount().toString()))
            .toList(),
        account.entries().stream().map(AccountJson::entry).toList(),
        account.next().isPresent() ? String.valueOf(account.next().getAsLong()) : null);
  }

  private static EntryJson entry(AccountView.EntryView entry) {
    return new EntryJson(
        Instant.ofEpochMilli(entry.atMillis()),
        ResponseJson.wireName(entry.kind()),
        entry.amount().toString(),
        entry.balance().toString(),
        entry.bag().map(BagId::value).orElse(null),
        entry.name().orElse(null),
        entry.provider().map(ProviderId::value).orElse(null),
        entry.surcharge().equals(Money.ZERO) ? null : entry.surcharge().toString());
  }
}
