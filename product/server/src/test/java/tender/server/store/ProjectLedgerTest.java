package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.ledger.FundsLimit;
import tender.core.ledger.Transfer;
import tender.core.ledger.Transfer.Kind;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.store.Store;
import tender.server.model.NotificationEvent;
import tender.server.model.ProjectId;
import tender.server.model.ProjectMember;
import tender.server.model.ProjectQuotas;
import tender.server.model.ProjectRole;
import tender.server.model.ProjectSettings;
import tender.server.model.ProjectUsage;
import tender.server.model.ProjectWarning;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;
import tender.server.store.notifications.NotificationChannels;

/** Bags that are paid from the budget of a project. */
class ProjectLedgerTest extends DatabaseTestCase {
  private static final ProjectId PHYSICS = new ProjectId("physics");
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");
  private static final ProviderId NORTH = new ProviderId("north");
  private static final ProviderId SOUTH = new ProviderId("south");
  private static final ProjectSettings SETTINGS =
      new ProjectSettings("Physics", 0, OptionalLong.empty(), false, List.of(), ProjectQuotas.NONE);

  private BagId bag;
  private ReservationId part;

  @BeforeEach
  void createProjectWithHundred() {
    database.users().create(ANNA);
    database.users().create(BERT);
    database.providers().add(NORTH, 1_000);
    database.providers().add(SOUTH, 1_000);
    assertThat(database.projects().create(PHYSICS, SETTINGS)).isTrue();
    assertThat(database.projectMembers().add(PHYSICS, ANNA, ProjectRole.MANAGER)).isTrue();
    assertThat(database.projectMembers().add(PHYSICS, BERT, ProjectRole.MEMBER)).isTrue();
    deposit(100, "first");
    bag = TestTransfers.bagOf(database, ANNA, "bag", PHYSICS);
    part = TestTransfers.part(bag, 1, NORTH);
  }

  private void deposit(long amount, String key) {
    assertThat(database.ledger().deposit(AccountId.of(PHYSICS), new Money(amount), key)).isEmpty();
  }

  private void commit(BagId id, long version, Transfer... transfers) {
    assertThat(database.store().commit(TestTransfers.withTransfers(id, version, transfers)))
        .isTrue();
  }

  private ProjectMember member(UserId user) {
    return database.projectMembers().list(PHYSICS).stream()
        .filter(member -> member.user().equals(user))
        .findFirst()
        .orElseThrow();
  }

  private long balance() {
    return database.ledger().find(AccountId.of(PHYSICS)).orElseThrow().balance().millicredits();
  }

  @Test
  void bagIsPaidFromTheBudgetAndTheRestGoesBack() {
    commit(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 80));
    assertThat(balance()).isEqualTo(20);
    assertThat(member(ANNA).spent()).isEqualTo(new Money(80));
    commit(
        bag,
        2,
        TestTransfers.transfer(part, Kind.CHARGE, 50),
        TestTransfers.transfer(part, Kind.RELEASE, 30));
    commit(bag, 3, TestTransfers.transfer(part, Kind.PENALTY, 8));

    assertThat(balance()).isEqualTo(58);
    assertThat(member(ANNA).spent()).isEqualTo(new Money(50));
    assertThat(member(BERT).spent()).isEqualTo(Money.ZERO);
    assertThat(database.ledger().find(AccountId.of(ANNA)).orElseThrow().balance())
        .isEqualTo(Money.ZERO);
    LocalDate today = LocalDate.ofEpochDay(database.store().nowMillis() / 86_400_000);
    assertThat(
            database
                .projects()
                .usage(PHYSICS, Optional.empty(), today.minusDays(1), today.plusDays(2)))
        .containsExactly(new ProjectUsage(ANNA, NORTH, today, new Money(50), new Money(8)));
    assertThat(database.projects().usage(PHYSICS, Optional.of(BERT), today, today.plusDays(2)))
        .isEmpty();
    assertThat(database.ledger().accounts())
        .allSatisfy(account -> assertThat(account.entrySum()).isEqualTo(account.balance()));
  }

  @Test
  void budgetIsNeverOverdrawn() {
    assertInsufficient(
        bag, TestTransfers.transfer(part, Kind.HOLD, 101), FundsLimit.PROJECT_BUDGET);
    assertThat(database.ledger().deposit(AccountId.of(PHYSICS), new Money(-101), "back"))
        .contains(Ledger.Rejection.INSUFFICIENT_FUNDS);
  }

  private void assertInsufficient(BagId id, Transfer transfer, FundsLimit limit) {
    assertThatThrownBy(() -> database.store().commit(TestTransfers.withTransfers(id, 1, transfer)))
        .isInstanceOfSatisfying(
            Store.InsufficientFunds.class, e -> assertThat(e.limit()).isEqualTo(limit));
  }

  @Test
  void memberSpendsAtMostTheLimit() {
    assertThat(database.projectMembers().setLimit(PHYSICS, ANNA, Optional.of(new Money(30))))
        .isTrue();
    assertInsufficient(bag, TestTransfers.transfer(part, Kind.HOLD, 31), FundsLimit.MEMBER_LIMIT);
    commit(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 30));
    BagId second = TestTransfers.bagOf(database, ANNA, "second", PHYSICS);
    ReservationId other = TestTransfers.part(second, 1, SOUTH);
    assertInsufficient(
        second, TestTransfers.transfer(other, Kind.HOLD, 1), FundsLimit.MEMBER_LIMIT);
    commit(bag, 2, TestTransfers.transfer(part, Kind.RELEASE, 10));
    commit(second, 1, TestTransfers.transfer(other, Kind.HOLD, 10));
    BagId third = TestTransfers.bagOf(database, BERT, "third", PHYSICS);
    commit(third, 1, TestTransfers.transfer(TestTransfers.part(third, 1, SOUTH), Kind.HOLD, 70));
    assertThat(balance()).isZero();
  }

  @Test
  void limitBelowWhatIsSpentStopsOnlyNewSpending() {
    commit(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 60));
    database.projectMembers().setLimit(PHYSICS, ANNA, Optional.of(new Money(10)));
    commit(
        bag,
        2,
        TestTransfers.transfer(part, Kind.CHARGE, 40),
        TestTransfers.transfer(part, Kind.RELEASE, 20));
    assertThat(member(ANNA).spent()).isEqualTo(new Money(40));
  }

  @Test
  void bagOfRemovedMemberEndsAsUsual() {
    commit(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 60));
    assertThat(database.projectMembers().remove(PHYSICS, ANNA)).isTrue();
    assertThat(database.projectMembers().remove(PHYSICS, ANNA)).isFalse();
    commit(
        bag,
        2,
        TestTransfers.transfer(part, Kind.CHARGE, 45),
        TestTransfers.transfer(part, Kind.RELEASE, 15));
    assertThat(member(ANNA))
        .isEqualTo(
            new ProjectMember(
                ANNA, ProjectRole.MEMBER, false, false, Optional.empty(), new Money(45)));
    assertThat(balance()).isEqualTo(55);
    assertThat(database.projectSubmissions().submitter(PHYSICS, ANNA, 10, 10)).isEmpty();
    assertThat(database.projectSubmissions().submitter(PHYSICS, BERT, 10, 10)).isPresent();
  }

  @Test
  void warningIsRecordedOnceForEachBudget() {
    commit(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 79));
    assertThat(database.projects().warnings(PHYSICS)).isEmpty();
    commit(bag, 2, TestTransfers.transfer(TestTransfers.part(bag, 2, NORTH), Kind.HOLD, 1));
    commit(bag, 3, TestTransfers.transfer(TestTransfers.part(bag, 3, NORTH), Kind.HOLD, 1));
    assertThat(database.projects().warnings(PHYSICS))
        .extracting(ProjectWarning::percent, ProjectWarning::budget, ProjectWarning::balance)
        .containsExactly(tuple(80, new Money(100), new Money(20)));
    commit(bag, 4, TestTransfers.transfer(TestTransfers.part(bag, 4, NORTH), Kind.HOLD, 19));
    assertThat(database.projects().warnings(PHYSICS))
        .extracting(ProjectWarning::percent)
        .containsExactly(100, 80);
    assertThat(database.projects().takeUnlogged()).hasSize(2);
    assertThat(database.projects().takeUnlogged()).isEmpty();

    deposit(10, "more");
    commit(bag, 5, TestTransfers.transfer(TestTransfers.part(bag, 5, NORTH), Kind.HOLD, 1));
    assertThat(database.projects().warnings(PHYSICS))
        .extracting(ProjectWarning::percent, ProjectWarning::budget)
        .containsExactly(
            tuple(80, new Money(110)), tuple(100, new Money(100)), tuple(80, new Money(100)));
  }

  @Test
  void managersAreNotifiedOnceOfEachWarning() {
    UserId carl = new UserId("carl");
    database.users().create(carl);
    database.projectMembers().add(PHYSICS, carl, ProjectRole.MANAGER);
    database.projectMembers().remove(PHYSICS, carl);
    addWebhook(ANNA, "manager", NotificationEvent.PROJECT_BUDGET);
    addWebhook(ANNA, "bags-only", NotificationEvent.BUDGET, NotificationEvent.DONE);
    addWebhook(BERT, "member", NotificationEvent.PROJECT_BUDGET);
    addWebhook(carl, "former-manager", NotificationEvent.PROJECT_BUDGET);

    commit(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 80));
    assertThat(database.managerNotifications().addMissing()).isOne();
    commit(bag, 2, TestTransfers.transfer(TestTransfers.part(bag, 2, NORTH), Kind.HOLD, 20));
    assertThat(database.managerNotifications().addMissing()).isOne();
    assertThat(database.managerNotifications().addMissing()).isZero();

    assertThat(
            sql.list(
                """
                select name || ' ' || event || ' ' || data from notification_delivery d
                join notification_channel c on c.id = d.channel order by d.id
                """,
                row -> row.getString(1)))
        .containsExactly(
            "manager project-budget"
                + " {\"project\":\"physics\",\"percent\":80,\"budget\":\"0.1\",\"available\":\"0.02\"}",
            "manager project-budget"
                + " {\"project\":\"physics\",\"percent\":100,\"budget\":\"0.1\",\"available\":\"0\"}");
    assertThat(
            sql.list(
                "select distinct event_id from notification_delivery", row -> row.getString(1)))
        .hasSize(2)
        .allMatch(id -> id.matches("evt_[0-9a-f]{32}"));
  }

  private void addWebhook(UserId user, String name, NotificationEvent... events) {
    assertThat(
            database
                .notificationChannels()
                .addWebhook(
                    user,
                    name,
                    "https://example.org/",
                    List.of(events),
                    "s",
                    new NotificationChannels.Limits(10, 10, 10)))
        .isEqualTo(NotificationChannels.Added.ADDED);
  }

  @Test
  void personOfGroupIsMemberWithoutInvitation() {
    UserId carl = new UserId("carl");
    database.users().create(carl);
    database
        .projects()
        .change(
            PHYSICS,
            new ProjectSettings(
                "Physics", 0, OptionalLong.empty(), false, List.of("lab"), ProjectQuotas.NONE));
    assertThat(database.projectSubmissions().submitter(PHYSICS, carl, 10, 10)).isEmpty();
    sql.update(
        """
        insert into login_identity (issuer, subject, user_id, groups)
        values ('x', 'y', 'carl', '{lab,others}')
        """);
    assertThat(database.projectSubmissions().submitter(PHYSICS, carl, 10, 10)).isPresent();
    assertThat(database.projects().list(carl, false)).hasSize(1);
    BagId own = TestTransfers.bagOf(database, carl, "own", PHYSICS);
    commit(own, 1, TestTransfers.transfer(TestTransfers.part(own, 1, NORTH), Kind.HOLD, 5));
    assertThat(member(carl).spent()).isEqualTo(new Money(5));
    assertThat(member(carl).isInvited()).isFalse();

    sql.update("update login_identity set groups = '{}'");
    assertThat(database.projectSubmissions().submitter(PHYSICS, carl, 10, 10)).isEmpty();
    sql.update("update login_identity set groups = '{lab}'");
    assertThat(database.projectMembers().remove(PHYSICS, carl)).isTrue();
    assertThat(database.projectSubmissions().submitter(PHYSICS, carl, 10, 10)).isEmpty();
    assertThat(database.projectMembers().add(PHYSICS, carl, ProjectRole.MEMBER)).isTrue();
    assertThat(database.projectSubmissions().submitter(PHYSICS, carl, 10, 10)).isPresent();
  }

  @Test
  void schemaRejectsInconsistentChanges() {
    commit(bag, 1, TestTransfers.transfer(part, Kind.HOLD, 40));
    for (String wrong :
        List.of(
            "update project_member set spent = 0",
            "update project set budget = 1000",
            "update account set credit_limit = 5 where id = 'project:physics'",
            "update account set credit_limit = null where id = 'project:physics'",
            "insert into transfer (key, kind, payer, payee, amount, bag)"
                + " values ('a', 'HOLD', 'project:physics', 'hold:bag', 1, 'bag')",
            "insert into transfer (key, kind, payer, payee, amount, bag, project, member)"
                + " values ('a', 'HOLD', 'project:physics', 'hold:bag', 1, 'bag', 'physics', 'x')",
            "insert into transfer (key, kind, payer, payee, amount)"
                + " values ('a', 'WITHDRAWAL', 'project:physics', 'market', 61)")) {
      assertThatThrownBy(() -> sql.update(wrong))
          .as(wrong)
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(balance()).isEqualTo(60);
  }
}
