package tender.cli.client.response;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user's account, as the server returns it and {@code -o json} prints it. */
public record AccountResponse(
    String balance,
    @Nullable String creditLimit,
    List<Hold> holds,
    List<Entry> entries,
    @Nullable String next) {

  /** Money on hold for a bag. */
  public record Hold(String bag, String name, String amount) {}

  /**
   * An entry of the ledger.
   *
   * @param balance after this entry; a charge does not change it
   * @param surcharge how much of a charge is a surcharge for users of other organisations
   */
  public record Entry(
      Instant at,
      String kind,
      String amount,
      @Nullable String balance,
      @Nullable String bag,
      @Nullable String name,
      @Nullable String provider,
      @Nullable String surcharge) {}
}
