package tender.cli.client;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A person's account, as the market tells of it and as {@code -o json} prints it. */
public record AccountResponse(
    String balance,
    @Nullable String mayOwe,
    List<Held> held,
    List<Entry> entries,
    @Nullable String next) {

  /** What is set aside for a bag. */
  public record Held(String bag, String name, String amount) {}

  /** Money that came or went. */
  public record Entry(
      Instant at,
      String kind,
      String amount,
      @Nullable String bag,
      @Nullable String name,
      @Nullable String provider) {}
}
