package tender.server;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import tender.server.model.ProjectQuotas;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;

/**
 * The section {@code quotas} of a server's configuration.
 *
 * @param openBags how many bags of a user may be open
 * @param openTasks how many tasks they may have
 * @param storedBytes how much the inputs and results of a user's bags may take
 * @param requestsPerSecond how many requests of a user this server answers, for a longer time
 * @param eventStreams how many event streams of a user this server keeps open
 * @param projectOpenBags how many bags of a project may be open that has no quota of its own
 * @param projectOpenTasks how many tasks they may have
 * @param projectStoredBytes how much the inputs and results of its bags may take
 */
public record QuotasSection(
    Optional<Integer> openBags,
    Optional<Long> openTasks,
    Optional<Long> storedBytes,
    Optional<Integer> requestsPerSecond,
    Optional<Integer> eventStreams,
    Optional<Integer> projectOpenBags,
    Optional<Long> projectOpenTasks,
    Optional<Long> projectStoredBytes) {
  static final QuotasSection DEFAULT =
      new QuotasSection(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private static final int MAX = 1_000_000;
  private static final long MAX_TASKS = 1_000_000_000_000L;
  private static final long MAX_BYTES = 1L << 60;

  UserQuotas quotas(Set<UserId> otherMarkets) {
    return new UserQuotas(
        (int) within(openBags.orElse(UserQuotas.DEFAULT_OPEN_BAGS), MAX, "open_bags"),
        within(openTasks.orElse(UserQuotas.DEFAULT_OPEN_TASKS), MAX_TASKS, "open_tasks"),
        bytes(storedBytes, "stored_bytes"),
        (int)
            within(
                requestsPerSecond.orElse(UserQuotas.DEFAULT_REQUESTS_PER_SECOND),
                MAX,
                "requests_per_second"),
        (int) within(eventStreams.orElse(UserQuotas.DEFAULT_EVENT_STREAMS), MAX, "event_streams"),
        otherMarkets,
        new ProjectQuotas(
            OptionalInt.of(
                (int)
                    within(
                        projectOpenBags.orElse(UserQuotas.DEFAULT_PROJECT_BAGS),
                        MAX,
                        "project_open_bags")),
            OptionalLong.of(
                within(
                    projectOpenTasks.orElse(UserQuotas.DEFAULT_PROJECT_TASKS),
                    MAX_TASKS,
                    "project_open_tasks")),
            bytes(projectStoredBytes, "project_stored_bytes")));
  }

  private static OptionalLong bytes(Optional<Long> value, String name) {
    return value.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(within(value.get(), MAX_BYTES, name));
  }

  private static long within(long value, long max, String name) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(
          "The setting 'quotas.%s' is %d; it must be from 1 to %d.".formatted(name, value, max));
    }
    return value;
  }
}
