package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.InputPack;
import tender.bagfile.NotificationChoice;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrder;
import tender.core.compose.CompositionPolicies;
import tender.core.message.Message;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.TaskSet;
import tender.server.MarketReplica;
import tender.server.agents.GatewaySettings;
import tender.server.api.ApiException;
import tender.server.api.ApiException.Kind;
import tender.server.api.BagApi;
import tender.server.api.BagApiContract;
import tender.server.api.view.BagView;
import tender.server.engine.MarketListener;
import tender.server.engine.MarketRules;
import tender.server.engine.auction.AuctionSettings;
import tender.server.model.BagPhase;
import tender.server.model.NotificationEvent;
import tender.server.model.Requirements;
import tender.server.model.RetentionPolicy;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.server.notifications.NotificationSettings;
import tender.server.store.Database;
import tender.server.store.PostgresServer;
import tender.server.store.notifications.NotificationChannels;

/** The service on a real PostgreSQL fulfils the same contract as the fake of the REST tests. */
@Tag("live")
class BagServiceTest extends BagApiContract {
  /** More than the other tests have open. */
  private static final int OPEN_BAGS = 40;

  private static final Requirements FIRST =
      new Requirements(OptionalLong.empty(), Optional.empty(), true);

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
                GatewaySettings.DEFAULT_CERTIFICATE_VALIDITY),
            new MarketRules(
                Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
                new TimeoutConfig(1_000, 1_000, 1_000, 60_000, 1_000),
                0,
                0,
                20,
                RetentionPolicy.DEFAULT,
                new UserQuotas(OPEN_BAGS, 1, Set.of())),
            AuctionSettings.DEFAULT,
            NotificationSettings.DEFAULT,
            MarketListener.NONE);
  }

  @AfterEach
  void close() {
    market.close();
    database.close();
  }

  /** Else no provider could stage it, and each would have to pay for a broken promise. */
  @Test
  void inputsHaveTheSizeOfTheirUpload() {
    byte[] content = {1, 2, 3};
    Digest digest = Digest.of(content);
    market.bagApi().putSmallBlobs(ANN, List.of(content));
    InputFile small = new InputFile(new RelativePath("in"), digest, 2, false);
    assertFails(Kind.INVALID, () -> market.bagApi().submit(ANN, "a", order("a", small), FIRST));
    InputPack pack = new InputPack(digest, 2, 1, List.of("d"));
    assertFails(
        Kind.INVALID,
        () -> market.bagApi().submit(ANN, "b", order("b").withInputPacks(List.of(pack)), FIRST));
  }

  @Test
  void auctionBagMustHaveDeadlineAndNotTooManyTasks() {
    OptionalLong deadline = OptionalLong.of(database.store().nowMillis() + 3_600_000);
    WorkOrder one = order("one").only(TaskSet.first(1));
    Optional<Money> valuation = Optional.of(new Money(7_000));
    Requirements bid = auction(deadline, Optional.empty(), false, valuation);
    BagView view = api().status(ANN, api().submit(ANN, "k", one, bid));
    assertThat(view.state()).isEqualTo(BagPhase.BIDDING);
    assertThat(view.valuation()).isEqualTo(valuation);

    assertThat(api().status(ANN, api().submit(ANN, "k4", order("four"), bid)).state())
        .isEqualTo(BagPhase.BIDDING);
    assertInvalid(
        one, auction(OptionalLong.empty(), Optional.empty(), false, valuation), "no deadline");
    assertInvalid(
        one, auction(deadline, Optional.of(new Money(1)), false, valuation), "budget of 0.001");
    assertInvalid(one, auction(deadline, Optional.empty(), true, valuation), "requires a quote");
    assertInvalid(
        one,
        new Requirements(
            deadline,
            Optional.empty(),
            false,
            Optional.empty(),
            false,
            Optional.of(Message.BidStrategy.BY_DEADLINE),
            false,
            Optional.empty()),
        "mechanism share but no budget");
  }

  @Test
  void openBagsOfUserAreLimited() {
    OptionalLong deadline = OptionalLong.of(database.store().nowMillis() + 3_600_000);
    WorkOrder one = order("one").only(TaskSet.first(1));
    Requirements bid = auction(deadline, Optional.empty(), false, Optional.of(new Money(7_000)));
    List<BagId> open = new ArrayList<>();
    for (int i = 0; i < OPEN_BAGS; i++) {
      open.add(api().submit(ANN, "open-" + i, one, bid));
    }
    assertThatThrownBy(() -> api().submit(ANN, "more", one, bid))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(ApiException.Kind.TOO_MANY))
        .hasMessage("You have 40 open bags, the quota of a user.");
    assertThat(api().submit(ANN, "open-0", one, bid)).isEqualTo(open.getFirst());
    api().submit(BEN, "more", one, bid);

    api().cancel(ANN, open.getFirst());
    assertThat(api().status(ANN, open.getFirst()).state().isEnded()).isTrue();
    api().submit(ANN, "more", one, bid);
  }

  @Test
  void bagNotifiesOnlyChannelsThatItsUserHas() {
    WorkOrder one = order("one").only(TaskSet.first(1));
    Requirements requirements =
        new Requirements(OptionalLong.empty(), Optional.empty(), false)
            .withNotification(
                Optional.of(new NotificationChoice(Optional.empty(), List.of("chat"))));
    addWebhook(BEN);
    assertInvalid(one, requirements, "channels that you do not have");

    addWebhook(ANN);
    BagId bag = api().submit(ANN, "k", one, requirements);
    database.notificationChannels().delete(ANN, "chat");
    assertThat(api().submit(ANN, "k", one, requirements)).as("the same request").isEqualTo(bag);
  }

  private void addWebhook(UserId user) {
    assertThat(
            database
                .notificationChannels()
                .addWebhook(
                    user,
                    "chat",
                    "https://example.org/",
                    List.of(NotificationEvent.DONE),
                    "s",
                    new NotificationChannels.Limits(10, 10, 10)))
        .isEqualTo(NotificationChannels.Added.ADDED);
  }

  @Test
  void localDomainNeedsDeadlineAndOrganisation() {
    OptionalLong deadline = OptionalLong.of(database.store().nowMillis() + 3_600_000);
    WorkOrder one = order("one").only(TaskSet.first(1));
    assertInvalid(one, localFirst(OptionalLong.empty(), Optional.empty()), "no deadline");
    assertInvalid(
        one, localFirst(deadline, Optional.of(new Money(1))), "the auction does not support");
    assertInvalid(one, localFirst(deadline, Optional.empty()), "belong to no organisation");

    database.users().setOrganisations(ANN, List.of(new OrganisationId("physics")));
    BagId bag = api().submit(ANN, "local", one, localFirst(deadline, Optional.empty()));
    assertThat(database.store().read(bag).orElseThrow().state())
        .isInstanceOfSatisfying(
            BagState.Open.class,
            open -> {
              assertThat(open.acceptancePolicy().localFirst()).isTrue();
              assertThat(open.acceptancePolicy().organisations())
                  .containsExactly(new OrganisationId("physics"));
            });
  }

  private static Requirements localFirst(OptionalLong deadline, Optional<Money> valuation) {
    return new Requirements(
        deadline,
        Optional.empty(),
        false,
        valuation,
        false,
        Optional.empty(),
        true,
        Optional.empty());
  }

  private static Requirements auction(
      OptionalLong deadline,
      Optional<Money> budget,
      boolean quoteFirst,
      Optional<Money> valuation) {
    return new Requirements(
        deadline, budget, quoteFirst, valuation, false, Optional.empty(), false, Optional.empty());
  }

  private void assertInvalid(WorkOrder order, Requirements requirements, String message) {
    assertThatThrownBy(() -> api().submit(ANN, message, order, requirements))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining(message);
  }

  @Override
  protected BagApi api() {
    return market.bagApi();
  }
}
