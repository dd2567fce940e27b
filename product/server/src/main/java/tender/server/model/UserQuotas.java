package tender.server.model;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How much of a market one user may use at the same time, so that others can use it too.
 *
 * @param openBags how many bags of a user may be open
 * @param openTasks how many tasks the open bags of a user may have
 * @param storedBytes how much the inputs and results of a user's bags may take; empty: no limit
 * @param requestsPerSecond how many requests of a user a server answers, for a longer time
 * @param eventStreams how many event streams of a user a server keeps open
 * @param otherMarkets users to whom the quotas do not apply, because they stand for many users
 * @param ofProjects of all members of a project together, if it has none of its own
 */
public record UserQuotas(
    int openBags,
    long openTasks,
    OptionalLong storedBytes,
    int requestsPerSecond,
    int eventStreams,
    Set<UserId> otherMarkets,
    ProjectQuotas ofProjects)
    implements QuotaLookup {
  public static final int DEFAULT_OPEN_BAGS = 2_000;
  public static final long DEFAULT_OPEN_TASKS = 10_000_000;
  public static final int DEFAULT_REQUESTS_PER_SECOND = 300;
  public static final int DEFAULT_EVENT_STREAMS = 1_000;

  /** Counting more takes too long for a submission. */
  public static final int DEFAULT_PROJECT_BAGS = 5_000;

  public static final long DEFAULT_PROJECT_TASKS = 50_000_000;

  public static final ProjectQuotas DEFAULT_OF_PROJECTS =
      new ProjectQuotas(
          OptionalInt.of(DEFAULT_PROJECT_BAGS),
          OptionalLong.of(DEFAULT_PROJECT_TASKS),
          OptionalLong.empty());

  public static final UserQuotas DEFAULT =
      new UserQuotas(DEFAULT_OPEN_BAGS, DEFAULT_REQUESTS_PER_SECOND, Set.of());

  /** With the default quotas of tasks, content and projects. */
  public UserQuotas(int openBags, int requestsPerSecond, Set<UserId> otherMarkets) {
    this(
        openBags,
        DEFAULT_OPEN_TASKS,
        OptionalLong.empty(),
        requestsPerSecond,
        otherMarkets,
        DEFAULT_OF_PROJECTS);
  }

  /** With the default quota of event streams. */
  public UserQuotas(
      int openBags,
      long openTasks,
      OptionalLong storedBytes,
      int requestsPerSecond,
      Set<UserId> otherMarkets,
      ProjectQuotas ofProjects) {
    this(
        openBags,
        openTasks,
        storedBytes,
        requestsPerSecond,
        DEFAULT_EVENT_STREAMS,
        otherMarkets,
        ofProjects);
  }

  /** The same for every user. */
  @Override
  public UserQuotas of(UserId user) {
    return this;
  }

  /** These quotas for a user with others. */
  public UserQuotas with(OwnQuotas own) {
    return new UserQuotas(
        own.openBags().orElse(openBags),
        own.openTasks().orElse(openTasks),
        own.storedBytes().isPresent() ? own.storedBytes() : storedBytes,
        own.requestsPerSecond().orElse(requestsPerSecond),
        own.eventStreams().orElse(eventStreams),
        otherMarkets,
        ofProjects);
  }

  public boolean appliesTo(UserId user) {
    return !otherMarkets.contains(user);
  }
}
