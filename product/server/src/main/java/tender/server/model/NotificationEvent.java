package tender.server.model;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What users are notified of, at most once for each bag, or for each amount of a project's budget.
 * The names are stored and sent.
 */
public enum NotificationEvent {
  /** The bag is promised. */
  PROMISED,
  /** By the forecasts of its providers the bag will end after the promise. */
  LATE,
  /** The bag has ended after the promise, or could not be completed. */
  PROMISE_BROKEN,
  /** A task has failed, after all its attempts. */
  TASKS_FAILED,
  /** All tasks have ended, with any exit code. */
  DONE,
  /** The bag has ended before all tasks had. */
  ENDED,
  /** The bag has cost 80 percent of its budget. */
  BUDGET,
  /** 80 or 100 percent of the budget of a project that the user manages are held or spent. */
  PROJECT_BUDGET;

  /** Whether it is an event of a bag. */
  public boolean isOfBag() {
    return this != PROJECT_BUDGET;
  }

  /** The event with a name, as {@link #text} gives it. */
  public static Optional<NotificationEvent> of(String text) {
    return Stream.of(values()).filter(event -> event.text().equals(text)).findFirst();
  }

  /** The name, such as promise-broken. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
