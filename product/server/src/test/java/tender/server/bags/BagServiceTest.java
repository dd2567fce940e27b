package tender.server.bags;

import tender.server.MarketReplica;
import tender.server.engine.MarketRules;
import tender.server.engine.MarketListener;
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
import tender.core.compose.CompositionPolicies;
import tender.core.message.Message;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.server.agents.GatewaySettings;
import tender.server.engine.auction.AuctionSettings;
import tender.server.api.BagApi;
import tender.server.api.BagApiContract;
import tender.server.api.view.BagPhase;
import tender.server.api.view.BagView;
import tender.server.api.ApiException;
import tender.server.model.Requirements;
import tender.server.store.Database;
import tender.server.store.PostgresServer;
import tender.bagfile.WorkOrder;

/** The real desk, on a real PostgreSQL, passes what the fake of the REST tests passes. */
class BagServiceTest extends BagApiContract {
  private Database database;
  private MarketReplica market;

  @BeforeEach
  void open() {
    database = Database.open(PostgresServer.shared().newDatabase(), "here");
    database.users().create(ANN);
    database.users().create(BEN);
    market =
        new MarketReplica(
            database,
            "here",
            new GatewaySettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                List.of("localhost"),
                GatewaySettings.DEFAULT_CERTIFICATE_LIFE),
            new MarketRules(
                Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
                new TimeoutConfig(1_000, 1_000, 1_000, 60_000, 1_000),
                0),
            AuctionSettings.DEFAULT,
            MarketListener.NONE);
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
    Requirements bid = new Requirements(deadline, Optional.empty(), false).withValuation(worth);
    BagView view = desk().status(ANN, desk().submit(ANN, "k", one, bid));
    assertThat(view.state()).isEqualTo(BagPhase.BIDDING);
    assertThat(view.valuation()).isEqualTo(worth);

    refused(order("four"), bid, "has 4 tasks");
    refused(
        one, new Requirements(OptionalLong.empty(), Optional.empty(), false).withValuation(worth), "no deadline");
    refused(
        one,
        new Requirements(deadline, Optional.of(new Money(1)), false).withValuation(worth),
        "budget of 0.001");
    refused(one, new Requirements(deadline, Optional.empty(), true).withValuation(worth), "quote is wanted");
    Requirements share = new Requirements(deadline, Optional.empty(), false);
    refused(
        one, share.withBidder(Optional.of(Message.BidStrategy.BY_DEADLINE)), "shared, and has no budget");
  }

  private void refused(WorkOrder order, Requirements wish, String why) {
    assertThatThrownBy(() -> desk().submit(ANN, why, order, wish))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining(why);
  }

  @Override
  protected BagApi desk() {
    return market.bagApi();
  }
}
