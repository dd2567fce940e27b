package tender.server.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.compose.Composers;
import tender.core.message.Message;
import tender.core.metascheduler.Patience;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.server.agents.GatewaySettings;
import tender.server.market.auction.AuctionSettings;
import tender.server.market.view.BagDesk;
import tender.server.market.view.BagDeskContract;
import tender.server.market.view.BagPhase;
import tender.server.market.view.BagView;
import tender.server.market.view.DeskRefusal;
import tender.server.market.view.Wish;
import tender.server.store.Database;
import tender.server.store.PostgresServer;
import tender.work.WorkOrder;

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
            new Rules(
                Objects.requireNonNull(Composers.all().get("earliest")),
                new Patience(1_000, 1_000, 1_000, 60_000, 1_000),
                0),
            AuctionSettings.DEFAULT,
            Witness.NONE);
  }

  @AfterEach
  void close() {
    market.close();
    database.close();
  }

  @Test
  void aBagThatBidsIsOneRigidJobWithADeadline() {
    OptionalLong deadline = OptionalLong.of(database.store().nowMillis() + 3_600_000);
    WorkOrder one = order("one").only(TaskSet.first(1));
    Optional<Money> worth = Optional.of(new Money(7_000));
    Wish bid = new Wish(deadline, Optional.empty(), false).bidding(worth);
    BagView view = desk().status(ANN, desk().submit(ANN, "k", one, bid));
    assertThat(view.state()).isEqualTo(BagPhase.BIDDING);
    assertThat(view.valuation()).isEqualTo(worth);

    refused(order("four"), bid, "has 4 tasks");
    refused(
        one, new Wish(OptionalLong.empty(), Optional.empty(), false).bidding(worth), "no deadline");
    refused(
        one,
        new Wish(deadline, Optional.of(new Money(1)), false).bidding(worth),
        "budget of 0.001");
    refused(one, new Wish(deadline, Optional.empty(), true).bidding(worth), "quote is wanted");
    Wish share = new Wish(deadline, Optional.empty(), false);
    refused(
        one, share.sharing(Optional.of(Message.Bidder.BY_DEADLINE)), "shared, and has no budget");
  }

  private void refused(WorkOrder order, Wish wish, String why) {
    assertThatThrownBy(() -> desk().submit(ANN, why, order, wish))
        .isInstanceOf(DeskRefusal.class)
        .hasMessageContaining(why);
  }

  @Override
  protected BagDesk desk() {
    return market.people();
  }
}
