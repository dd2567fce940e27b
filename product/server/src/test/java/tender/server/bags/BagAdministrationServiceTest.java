package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.store.Transaction;
import tender.server.api.operator.BagAdministration.BagFilter;
import tender.server.api.operator.BagAdministration.OwnedBags;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.ProviderDirectories;
import tender.server.model.BagHistoryEvent;
import tender.server.model.BagPhase;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.PostgresServer;
import tender.server.store.bags.Submission;
import tender.server.store.identity.RegisteredUser;

/** What an operator sees and changes, beside the servers. */
@Tag("live")
class BagAdministrationServiceTest {
  private static final TimeoutConfig TIMEOUTS =
      new TimeoutConfig(1_000, 1_000, 1_000, 60_000, 1_000);
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");

  private Database database;
  private BagEventProcessor processor;
  private BagAdministrationService service;

  @BeforeEach
  void submitBags() {
    database = Database.open(PostgresServer.shared().newDatabase(), "operator");
    database.users().create(ANNA);
    database.users().create(BERT);
    processor =
        new BagEventProcessor(
            database.store(), ProviderDirectories.of(database, TIMEOUTS), (_, _) -> {});
    service = new BagAdministrationService(database, processor);
    submit("a1", ANNA, "Sweep one");
    submit("a2", ANNA, "other");
    submit("b1", BERT, "sweep two");
  }

  @AfterEach
  void close() {
    processor.close();
    database.close();
  }

  private void submit(String id, UserId user, String name) {
    long nowMillis = database.store().nowMillis();
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            name,
            "true",
            new TaskList.Count(10),
            Optional.empty(),
            List.of(),
            List.of(),
            1,
            1_000,
            0,
            Optional.empty());
    Transaction submitted =
        ProviderDirectories.of(database, TIMEOUTS)
            .transactionBuilder()
            .submit(
                Optional.empty(),
                new BagId(id),
                new Bag(10, 1, 1_000, nowMillis, nowMillis + 60_000),
                AcceptancePolicy.acceptAny(nowMillis + 60_000),
                nowMillis)
            .orElseThrow();
    database
        .store()
        .submit(
            new Submission(
                new BagId(id),
                user,
                id,
                order,
                new Requirements(OptionalLong.empty(), Optional.empty(), false)),
            submitted);
  }

  private List<String> list(
      @Nullable String user, @Nullable BagPhase state, @Nullable String search) {
    return service
        .list(
            new BagFilter(
                Optional.ofNullable(user).map(UserId::new),
                Optional.ofNullable(state),
                Optional.ofNullable(search)),
            Optional.empty(),
            10)
        .bags()
        .stream()
        .map(one -> one.view().id().value())
        .toList();
  }

  @Test
  void bagsOfAllUsersAreListedAndSearched() {
    assertThat(list(null, null, null)).containsExactlyInAnyOrder("a1", "a2", "b1");
    assertThat(list("anna", null, null)).containsExactlyInAnyOrder("a1", "a2");
    assertThat(list(null, null, "SWEEP")).containsExactlyInAnyOrder("a1", "b1");
    assertThat(list(null, null, "ber")).containsExactly("b1");
    assertThat(list(null, null, "a2")).containsExactly("a2");
    assertThat(list(null, null, "100%_")).isEmpty();
  }

  @Test
  void pagesContinueWhereTheLastOneEnded() {
    BagFilter all = new BagFilter(Optional.empty(), Optional.empty(), Optional.empty());
    List<BagId> found = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      OwnedBags page = service.list(all, cursor, 1);
      page.bags().forEach(one -> found.add(one.view().id()));
      cursor = page.next();
    } while (cursor.isPresent());

    assertThat(found).extracting(BagId::value).containsExactlyInAnyOrder("a1", "a2", "b1");
    assertThatThrownBy(() -> service.list(all, Optional.of("x"), 1)).hasMessageContaining("cursor");
  }

  @Test
  void cancelledBagHasTheReasonInItsHistory() {
    BagId bag = new BagId("b1");

    assertThat(service.cancel(bag, "abuse").user()).isEqualTo(BERT);
    assertThatThrownBy(() -> service.cancel(bag, "again"))
        .hasMessageContaining("has already ended");
    assertThatThrownBy(() -> service.cancel(new BagId("none"), "abuse"))
        .hasMessageContaining("does not exist");
    assertThat(service.find(bag).orElseThrow().view().state()).isEqualTo(BagPhase.CANCELLED);
    assertThat(list(null, BagPhase.CANCELLED, null)).containsExactly("b1");
    assertThat(database.store().history(bag))
        .extracting(BagHistoryEvent::effect)
        .contains(new BagEffect.BagStopped(Optional.of("abuse")));
  }

  @Test
  void usersAreListed() {
    database.users().revoke(BERT);

    assertThat(database.users().list())
        .extracting(RegisteredUser::id, RegisteredUser::hasToken, RegisteredUser::bags)
        .containsExactly(tuple(ANNA, true, 2L), tuple(BERT, false, 1L));
  }
}
