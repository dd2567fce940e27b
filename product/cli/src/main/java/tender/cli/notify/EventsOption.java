package tender.cli.notify;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Of what a channel is notified. */
final class EventsOption {
  /** The events of the REST interface. */
  enum Event {
    PROMISED,
    LATE,
    PROMISE_BROKEN,
    TASKS_FAILED,
    DONE,
    ENDED,
    BUDGET,
    PROJECT_BUDGET;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Option(
      names = "--events",
      split = ",",
      paramLabel = "EVENT[,EVENT…]",
      description =
          "Only these: promised, late, promise-broken, tasks-failed, done, ended, budget,"
              + " project-budget. Default: all.")
  private List<Event> events = List.of();

  /** The events by their names; none means all. */
  List<String> names() {
    return events.stream().map(Event::toString).toList();
  }
}
