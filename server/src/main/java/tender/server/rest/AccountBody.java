package tender.server.rest;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.market.view.AccountView;
import tender.web.Json;

/** A person's account as JSON. */
record AccountBody(
    String balance,
    @Nullable String mayOwe,
    List<HeldBody> held,
    List<EntryBody> entries,
    @Nullable String next) {

  /** What is set aside for a bag. */
  record HeldBody(String bag, String name, String amount) {}

  /** Money that came or went. */
  record EntryBody(
      Instant at,
      String kind,
      String amount,
      @Nullable String bag,
      @Nullable String name,
      @Nullable String provider) {}

  static AccountBody of(AccountView account) {
    return new AccountBody(
        account.balance().toString(),
        account.mayOwe().map(Object::toString).orElse(null),
        account.held().stream()
            .map(held -> new HeldBody(held.bag().value(), held.name(), held.amount().toString()))
            .toList(),
        account.entries().stream().map(AccountBody::entry).toList(),
        account.next().isPresent() ? String.valueOf(account.next().getAsLong()) : null);
  }

  private static EntryBody entry(AccountView.Entry entry) {
    return new EntryBody(
        Instant.ofEpochMilli(entry.atMillis()),
        Json.name(entry.kind()),
        entry.amount().toString(),
        entry.bag().map(BagId::value).orElse(null),
        entry.name().orElse(null),
        entry.provider().map(ProviderId::value).orElse(null));
  }
}
