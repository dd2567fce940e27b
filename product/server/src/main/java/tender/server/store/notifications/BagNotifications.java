package tender.server.store.notifications;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Money;
import tender.core.store.Transaction;
import tender.server.model.NotificationEvent;
import tools.jackson.databind.json.JsonMapper;

/**
 * The events of a transaction that users are notified of. Some of them hold for a while, such as
 * that a bag is late: then every transaction has them, and the first one that is written counts.
 */
final class BagNotifications {
  private static final int BUDGET_WARNING_PERCENT = 80;

  /**
   * An event with what its receivers learn of it.
   *
   * @param data JSON
   */
  record Candidate(NotificationEvent event, String data) {}

  private final Transaction transaction;
  private final List<Candidate> candidates = new ArrayList<>();

  private BagNotifications(Transaction transaction) {
    this.transaction = transaction;
  }

  static List<Candidate> of(Transaction transaction) {
    BagNotifications notifications = new BagNotifications(transaction);
    transaction.historyEvents().forEach(notifications::add);
    switch (transaction.state()) {
      case BagState.Open open -> notifications.addPresent(open);
      case BagState.Ended _ -> {}
    }
    if (!transaction.acceptedResults().isEmpty()) {
      notifications.add(NotificationEvent.TASKS_FAILED);
    }
    return notifications.candidates;
  }

  private void add(BagEffect effect) {
    switch (effect) {
      case BagEffect.PromiseMade _ -> add(NotificationEvent.PROMISED);
      case BagEffect.PromiseBroken _ -> add(NotificationEvent.PROMISE_BROKEN);
      case BagEffect.BagCompleted _ -> add(NotificationEvent.DONE);
      case BagEffect.NoPromise _,
          BagEffect.BagStopped _,
          BagEffect.QuoteNotAccepted _,
          BagEffect.StoppedAfterFailures _ -> {
        if (transaction.state() instanceof BagState.Ended) {
          add(NotificationEvent.ENDED);
        }
      }
      default -> {}
    }
  }

  private void addPresent(BagState.Open open) {
    if (open.promise().isEmpty()) {
      return;
    }
    if (open.breach().isPresent()
        || expectedEndMillis(open) > open.promise().get().completionMillis()) {
      add(NotificationEvent.LATE);
    }
    Optional<Money> budget = open.acceptancePolicy().budget();
    if (!transaction.transfers().isEmpty()
        && budget.isPresent()
        && isNearly(open.paidSoFar(), budget.get())) {
      add(NotificationEvent.BUDGET);
    }
  }

  private static long expectedEndMillis(BagState.Open open) {
    return open.parts().stream()
        .filter(RunningPart::hasForecast)
        .mapToLong(RunningPart::forecastMillis)
        .max()
        .orElse(0);
  }

  private static boolean isNearly(Money paid, Money budget) {
    return budget.millicredits() > 0
        && paid.millicredits() >= budget.millicredits() / 100.0 * BUDGET_WARNING_PERCENT;
  }

  private void add(NotificationEvent event) {
    if (candidates.stream().noneMatch(one -> one.event == event)) {
      candidates.add(new Candidate(event, JsonMapper.shared().writeValueAsString(data())));
    }
  }

  private Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    BagState state = transaction.state();
    data.put("bag", transaction.bag().value());
    data.put("tasks", state.bag().tasks());
    switch (state) {
      case BagState.Open open -> {
        data.put("doneTasks", open.doneTasks().size());
        open.promise().ifPresent(promise -> putPromise(data, promise));
        if (expectedEndMillis(open) > 0) {
          data.put("expectedEnd", instant(expectedEndMillis(open)));
        }
        open.acceptancePolicy().budget().ifPresent(budget -> data.put("budget", budget.toString()));
        data.put("paid", open.paidSoFar().toString());
      }
      case BagState.Ended ended -> {
        data.put("doneTasks", ended.doneTasks().size());
        ended.promise().ifPresent(promise -> putPromise(data, promise));
        data.put("ended", instant(ended.endedMillis()));
        data.put("paid", ended.paid().toString());
        data.put("ending", name(ended.ending()));
        ended
            .breach()
            .ifPresent(
                breach -> {
                  data.put("provider", breach.provider().value());
                  data.put("cause", name(breach.cause()));
                });
      }
    }
    return data;
  }

  private static void putPromise(Map<String, Object> data, Promise promise) {
    data.put("promisedEnd", instant(promise.completionMillis()));
    data.put("price", promise.composition().price().toString());
  }

  private static String instant(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
