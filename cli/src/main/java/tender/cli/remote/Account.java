package tender.cli.remote;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A person's account, as the market tells of it and as {@code -o json} prints it. */
record Account(
    String balance,
    @Nullable String mayOwe,
    List<Held> held,
    List<Entry> entries,
    @Nullable String next) {

  /** What is set aside for a bag. */
  record Held(String bag, String name, String amount) {}

  /** Money that came or went. */
  record Entry(
      Instant at,
      String kind,
      String amount,
      @Nullable String bag,
      @Nullable String name,
      @Nullable String provider) {}
}
