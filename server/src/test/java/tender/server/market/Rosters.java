package tender.server.market;

import java.util.Objects;
import tender.core.compose.Composers;
import tender.core.metascheduler.Patience;
import tender.server.store.Database;

/** Who is called in tests: whoever the database says is connected, by the plainest policy. */
final class Rosters {
  private Rosters() {}

  static Roster of(Database database, Patience patience) {
    Roster roster =
        new Roster(
            database.streams(),
            database.providers(),
            new Rules(Objects.requireNonNull(Composers.all().get("earliest")), patience, 0));
    roster.refresh();
    return roster;
  }
}
