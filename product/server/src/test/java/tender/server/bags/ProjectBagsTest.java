package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.compose.CompositionPolicies;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.model.BagId;
import tender.server.MarketReplica;
import tender.server.agents.GatewaySettings;
import tender.server.api.ApiException;
import tender.server.engine.MarketListener;
import tender.server.engine.MarketRules;
import tender.server.engine.auction.AuctionSettings;
import tender.server.model.ProjectId;
import tender.server.model.ProjectQuotas;
import tender.server.model.ProjectRole;
import tender.server.model.ProjectSettings;
import tender.server.model.Requirements;
import tender.server.model.RetentionPolicy;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.server.notifications.NotificationSettings;
import tender.server.store.Database;
import tender.server.store.PostgresServer;

/** Bags of projects: their submitters, their times, their number, and their readers. */
@Tag("live")
class ProjectBagsTest {
  private static final ProjectId PHYSICS = new ProjectId("physics");
  private static final UserId ANN = new UserId("ann");
  private static final UserId BEN = new UserId("ben");
  private static final UserId CARL = new UserId("carl");
  private static final int TASKS = 3;
  private static final int USER_TASKS = 10;
  private static final ProjectQuotas SMALL =
      new ProjectQuotas(OptionalInt.of(2), OptionalLong.of(7), OptionalLong.empty());

  private Database database;
  private MarketReplica market;

  @BeforeEach
  void open() {
    database = Database.open(PostgresServer.shared().newDatabase(), "here");
    for (UserId user : List.of(ANN, BEN, CARL)) {
      database.users().create(user);
    }
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
                new TimeoutConfig(60_000, 1_000, 1_000, 60_000, 1_000),
                0,
                0,
                20,
                RetentionPolicy.DEFAULT,
                new UserQuotas(
                    5,
                    USER_TASKS,
                    OptionalLong.of(1),
                    100,
                    Set.of(),
                    UserQuotas.DEFAULT_OF_PROJECTS)),
            AuctionSettings.DEFAULT,
            NotificationSettings.DEFAULT,
            MarketListener.NONE);
    database.projects().create(PHYSICS, settings(true, ProjectQuotas.NONE));
    database.projectMembers().add(PHYSICS, ANN, ProjectRole.MEMBER);
    database.projectMembers().add(PHYSICS, BEN, ProjectRole.MEMBER);
  }

  @AfterEach
  void close() {
    market.close();
    database.close();
  }

  private static ProjectSettings settings(boolean showsBags, ProjectQuotas quotas) {
    return new ProjectSettings("Physics", 0, OptionalLong.empty(), showsBags, List.of(), quotas);
  }

  private void setPeriod(LongUnaryOperator start, LongUnaryOperator end) {
    long nowMillis = database.store().nowMillis();
    database
        .projects()
        .change(
            PHYSICS,
            new ProjectSettings(
                "Physics",
                start.applyAsLong(nowMillis),
                OptionalLong.of(end.applyAsLong(nowMillis)),
                true,
                List.of(),
                ProjectQuotas.NONE));
  }

  private BagId submit(UserId user, String key, String project) {
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            "bag",
            "true",
            new TaskList.Count(TASKS),
            Optional.empty(),
            List.of(),
            List.of(),
            1,
            1_000,
            0,
            Optional.empty());
    return market
        .bagApi()
        .submit(
            user,
            key,
            order,
            new Requirements(OptionalLong.empty(), Optional.empty(), false)
                .withProject(Optional.of(new ProjectId(project))));
  }

  private static void assertRefused(ThrowingCallable call, ApiException.Kind kind, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageContaining(message);
  }

  @Test
  void onlyMembersSubmitForAProject() {
    BagId bag = submit(ANN, "k", "physics");
    assertThat(market.bagApi().status(ANN, bag).project()).contains(PHYSICS);
    for (String project : List.of("physics", "unknown")) {
      assertRefused(
          () -> submit(CARL, "k", project),
          ApiException.Kind.INVALID,
          "You are not a member of a project " + project);
    }
    database.projectMembers().remove(PHYSICS, ANN);
    assertRefused(() -> submit(ANN, "k2", "physics"), ApiException.Kind.INVALID, "not a member");
    assertThat(submit(ANN, "k", "physics")).as("the same request again").isEqualTo(bag);
    assertThat(market.bagApi().status(ANN, bag).id()).as("still the user's bag").isEqualTo(bag);
  }

  @Test
  void bagsAreAcceptedOnlyBetweenStartAndEnd() {
    setPeriod(now -> now + 60_000, now -> now + 120_000);
    assertRefused(
        () -> submit(ANN, "k", "physics"), ApiException.Kind.CONFLICT, "Project physics starts at");
    setPeriod(now -> now - 60_000, now -> now - 1);
    assertRefused(
        () -> submit(ANN, "k", "physics"), ApiException.Kind.CONFLICT, "Project physics ended at");
    setPeriod(now -> now - 60_000, now -> now + 60_000);
    submit(ANN, "k", "physics");
  }

  @Test
  void membersSeeBagsOfOthersIfTheProjectShowsThem() {
    BagId bag = submit(ANN, "k", "physics");
    assertThat(market.bagApi().status(BEN, bag).name()).isEqualTo("bag");
    assertThat(market.bagDetailApi().workOrder(BEN, bag).tasks()).isEqualTo(TASKS);
    market.bagApi().explain(BEN, bag);
    assertRefused(() -> market.bagApi().cancel(BEN, bag), ApiException.Kind.NOT_FOUND, "no bag");
    assertRefused(() -> market.bagApi().delete(BEN, bag), ApiException.Kind.NOT_FOUND, "no bag");
    assertHidden(CARL, bag);

    database.projects().change(PHYSICS, settings(false, ProjectQuotas.NONE));
    assertHidden(BEN, bag);
    database.projects().change(PHYSICS, settings(true, ProjectQuotas.NONE));
    market.bagApi().status(BEN, bag);
    database.projectMembers().remove(PHYSICS, BEN);
    assertHidden(BEN, bag);
  }

  private void assertHidden(UserId user, BagId bag) {
    assertRefused(() -> market.bagApi().status(user, bag), ApiException.Kind.NOT_FOUND, "no bag");
    assertRefused(() -> market.bagApi().explain(user, bag), ApiException.Kind.NOT_FOUND, "no bag");
    assertRefused(
        () -> market.bagDetailApi().workOrder(user, bag), ApiException.Kind.NOT_FOUND, "no bag");
    assertRefused(
        () -> market.bagDetailApi().parts(user, bag), ApiException.Kind.NOT_FOUND, "no bag");
  }

  @Test
  void openBagsAndTasksOfAProjectAreLimited() {
    database.projects().change(PHYSICS, settings(true, SMALL));
    BagId first = submit(ANN, "1", "physics");
    submit(BEN, "2", "physics");
    assertRefused(
        () -> submit(ANN, "3", "physics"),
        ApiException.Kind.TOO_MANY,
        "Project physics has 2 open bags, its quota.");
    assertThat(submit(ANN, "1", "physics")).isEqualTo(first);
    market.bagApi().cancel(ANN, first);
    submit(ANN, "3", "physics");

    database
        .projects()
        .change(
            PHYSICS,
            settings(
                true,
                new ProjectQuotas(OptionalInt.empty(), OptionalLong.of(7), OptionalLong.empty())));
    assertRefused(
        () -> submit(ANN, "4", "physics"),
        ApiException.Kind.TOO_MANY,
        "Project physics has open bags with 6 tasks, and this one has 3; the quota is 7.");
  }

  @Test
  void openTasksOfAUserAreLimited() {
    for (int i = 0; i < USER_TASKS / TASKS; i++) {
      submit(ANN, "k" + i, "physics");
    }
    assertRefused(
        () -> submit(ANN, "more", "physics"),
        ApiException.Kind.TOO_MANY,
        "You have open bags with 9 tasks, and this one has 3; the quota is 10.");
    submit(BEN, "k", "physics");
  }
}
