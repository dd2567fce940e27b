package tender.server.market;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tender.core.compose.Composers;
import tender.core.metascheduler.Patience;
import tender.server.agents.GatewaySettings;
import tender.server.market.view.BagDesk;
import tender.server.market.view.BagDeskContract;
import tender.server.store.Database;
import tender.server.store.PostgresServer;

/** The real desk, on a real PostgreSQL, passes what the fake of the REST tests passes. */
class PeopleDeskTest extends BagDeskContract {
  private Database database;
  private Market market;

  @BeforeEach
  void open() {
    database = Database.open(PostgresServer.shared().newDatabase(), "here");
    database.people().create(ANN);
    database.people().create(BEN);
    market =
        new Market(
            database,
            "here",
            new GatewaySettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                List.of("localhost"),
                GatewaySettings.DEFAULT_CERTIFICATE_LIFE),
            Objects.requireNonNull(Composers.all().get("earliest")),
            new Patience(1_000, 1_000, 1_000, 60_000, 1_000));
  }

  @AfterEach
  void close() {
    market.close();
    database.close();
  }

  @Override
  protected BagDesk desk() {
    return market.people();
  }
}
