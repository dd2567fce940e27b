package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.bagfile.NotificationChoice;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.store.Store;
import tender.core.store.Transaction;
import tender.server.model.NotificationEvent;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.bags.Submission;
import tender.server.store.notifications.NotificationChannels;
import tender.server.store.sql.Session;

/** Notifications are written with the bags whose events they are. */
class BagNotificationsTest extends DatabaseTestCase {
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");
  private static final NotificationChannels.Limits LIMITS =
      new NotificationChannels.Limits(10, 10, 10);
  private static final int RUNS = 150;

  @BeforeEach
  void addUsers() {
    database.users().create(ANNA);
    database.users().create(BERT);
  }

  private void addWebhook(UserId user, String name, NotificationEvent... events) {
    assertThat(
            database
                .notificationChannels()
                .addWebhook(user, name, "https://example.org/", List.of(events), "s", LIMITS))
        .isEqualTo(NotificationChannels.Added.ADDED);
  }

  private void submit(
      UserId user, Transaction transaction, Optional<NotificationChoice> notification) {
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            "name of " + transaction.bag(),
            "true",
            new TaskList.Count(transaction.state().bag().tasks()),
            Optional.empty(),
            List.of(),
            List.of(),
            1,
            1_000,
            2,
            Optional.empty());
    Requirements requirements =
        new Requirements(OptionalLong.empty(), Optional.empty(), false)
            .withNotification(notification);
    database
        .store()
        .submit(
            new Submission(transaction.bag(), user, transaction.bag().value(), order, requirements),
            transaction);
  }

  private void run(UserId user, List<Transaction> transactions) {
    run(user, transactions, Optional.empty());
  }

  private void run(
      UserId user, List<Transaction> transactions, Optional<NotificationChoice> notification) {
    submit(user, transactions.getFirst(), notification);
    for (Transaction next : transactions.subList(1, transactions.size())) {
      try {
        assertThat(database.store().commit(next)).isTrue();
      } catch (Store.InsufficientFunds e) {
        throw new AssertionError(e);
      }
    }
  }

  private List<String> deliveries(String channel) {
    return sql.list(
        """
        select bag || ' ' || event from notification_delivery
        join notification_channel c on c.id = channel where c.name = ? order by 1
        """,
        row -> row.getString(1),
        channel);
  }

  /** What must be notified of a run, found in its history; tasks never fail here. */
  private static Set<String> expected(List<Transaction> run) {
    Set<String> events = new TreeSet<>();
    for (Transaction transaction : run) {
      for (BagEffect effect : transaction.historyEvents()) {
        switch (effect) {
          case BagEffect.PromiseMade _ -> events.add("promised");
          case BagEffect.PromiseBroken _ -> events.add("promise-broken");
          default -> {}
        }
      }
      switch (transaction.state()) {
        case BagState.Ended ended ->
            events.add(ended.ending() == BagState.Ending.DONE ? "done" : "ended");
        case BagState.Open open -> {
          boolean isLate =
              open.promise().isPresent()
                  && (open.breach().isPresent()
                      || open.parts().stream()
                          .anyMatch(
                              part ->
                                  part.forecastMillis() > open.promise().get().completionMillis()));
          if (isLate) {
            events.add("late");
          }
        }
      }
    }
    return events;
  }

  @Test
  void eventsOfRandomBagsAreWrittenOnceForEachChannelThatWantsThem() {
    addWebhook(ANNA, "all", NotificationEvent.values());
    addWebhook(ANNA, "ends", NotificationEvent.DONE, NotificationEvent.ENDED);
    Set<String> expected = new TreeSet<>();
    for (int seed = 0; seed < RUNS; seed++) {
      List<Transaction> run = withoutMoney(new RandomBagRun(seed).transactions());
      run(seed % 3 == 0 ? BERT : ANNA, run);
      if (seed % 3 != 0) {
        expected(run).forEach(event -> expected.add(run.getFirst().bag() + " " + event));
      }
    }
    assertThat(deliveries("all")).containsExactlyElementsOf(expected);
    assertThat(deliveries("ends"))
        .containsExactlyElementsOf(
            expected.stream().filter(text -> text.matches(".* (done|ended)")).toList());
    assertThat(expected).anyMatch(text -> text.endsWith(" late")).hasSizeGreaterThan(RUNS / 2);
    assertThat(
            sql.list(
                "select distinct event_id from notification_delivery", row -> row.getString(1)))
        .hasSize(expected.size());
    assertThat(
            sql.list(
                "select count(*) from notification_delivery where bag_name <> 'name of ' || bag",
                row -> row.getInt(1)))
        .containsExactly(0);
  }

  @Test
  void bagSaysWhatItNotifiesAndWhere() {
    addWebhook(ANNA, "all", NotificationEvent.values());
    addWebhook(ANNA, "late-only", NotificationEvent.LATE);
    Set<String> all = new TreeSet<>();
    Set<String> lateOnly = new TreeSet<>();
    for (int seed = 0; seed < RUNS; seed++) {
      List<Transaction> run = withoutMoney(new RandomBagRun(seed).transactions());
      int kind = seed % 4;
      run(
          ANNA,
          run,
          Optional.of(
              switch (kind) {
                case 0 -> new NotificationChoice(Optional.of(List.of()), List.of());
                case 1 -> new NotificationChoice(Optional.of(List.of("done", "ended")), List.of());
                case 2 -> new NotificationChoice(Optional.empty(), List.of("late-only"));
                default -> new NotificationChoice(Optional.of(List.of("promised")), List.of("all"));
              }));
      for (String event : expected(run)) {
        String line = run.getFirst().bag() + " " + event;
        boolean isEnd = event.equals("done") || event.equals("ended");
        if ((kind == 1 && isEnd) || (kind == 3 && event.equals("promised"))) {
          all.add(line);
        }
        if ((kind == 1 && isEnd) || (kind == 2 && event.equals("late"))) {
          lateOnly.add(line);
        }
      }
    }
    assertThat(deliveries("all")).containsExactlyElementsOf(all);
    assertThat(deliveries("late-only")).containsExactlyElementsOf(lateOnly);
    assertThat(lateOnly).anyMatch(text -> text.endsWith(" late")).isNotEqualTo(all);
  }

  @Test
  void bagFilesNameTheEventsOfBags() {
    assertThat(NotificationChoice.EVENTS)
        .containsExactlyElementsOf(
            Stream.of(NotificationEvent.values())
                .filter(NotificationEvent::isOfBag)
                .map(NotificationEvent::text)
                .toList());
  }

  /** Accounts are another test. */
  private static List<Transaction> withoutMoney(List<Transaction> run) {
    return run.stream()
        .map(
            one ->
                new Transaction(
                    one.bag(),
                    one.readVersion(),
                    one.state(),
                    one.messages(),
                    one.acceptedResults(),
                    List.of(),
                    one.historyEvents()))
        .toList();
  }

  @Test
  void channelThatIsRemovedMeanwhileDoesNotFailTheBag() throws Exception {
    addWebhook(ANNA, "kept", NotificationEvent.values());
    addWebhook(ANNA, "removed", NotificationEvent.values());
    List<Transaction> run = withoutMoney(new RandomBagRun(1).transactions());
    CompletableFuture<Void> bag =
        sql.transaction(
            session -> {
              session.update("delete from notification_channel where name = 'removed'");
              var written = CompletableFuture.runAsync(() -> run(ANNA, run));
              // By the same session, which would be ended if it were idle for long.
              while (!written.isDone() && !isWaitingForALock(session)) {
                pause();
              }
              return written;
            });
    bag.get();
    assertThat(deliveries("kept")).isNotEmpty();
    assertThat(deliveries("removed")).isEmpty();
  }

  private static boolean isWaitingForALock(Session session) throws SQLException {
    var _ = session.find("select pg_stat_clear_snapshot()", _ -> true);
    return session
        .find(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type"
                + " = 'Lock'",
            _ -> true)
        .isPresent();
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void bagOfUserWithoutChannelsWritesNothing() {
    addWebhook(BERT, "all", NotificationEvent.values());
    run(ANNA, withoutMoney(new RandomBagRun(1).transactions()));
    assertThat(sql.list("select 1 from notification_event", row -> row.getInt(1))).isEmpty();
    assertThat(sql.list("select 1 from notification_delivery", row -> row.getInt(1))).isEmpty();
  }
}
