package tender.simulator.share;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.core.share.Auctioneer;
import tender.core.share.OrganisationId;
import tender.core.share.ShareTask;
import tender.core.share.SharedResource;
import tender.core.share.Standing;
import tender.core.share.UserId;

/**
 * A resource that runs its users' tasks as fast as their shares let it. What a user leaves of his
 * share, because his last task has ended, is idle until the next interval.
 */
final class TimeSharedResource {
  /** How far a user has come. */
  private static final class Progress {
    /** Of the task that runs. */
    double doneWork;

    /** With all of the share. */
    double usedSeconds;

    int endedTasks;
    long lastEndMillis;
  }

  private final Auctioneer auctioneer;
  private final double largestUsableShare;
  private final Map<UserId, Progress> users = new LinkedHashMap<>();
  private long nowMillis;
  private long intervalBeganMillis;

  TimeSharedResource(SharedResource resource, ShareRules rules) {
    auctioneer = new Auctioneer(resource);
    largestUsableShare = rules.isTaskOnOneProcessor() ? 1.0 / resource.processors() : 1;
  }

  SharedResource resource() {
    return auctioneer.resource();
  }

  void bid(UserId user, OrganisationId organisation, Money bidPerMinute) {
    auctioneer.openAccount(user, organisation);
    users.computeIfAbsent(user, id -> new Progress());
    auctioneer.bid(user, bidPerMinute);
  }

  /** From somebody who has bid. */
  void submit(UserId user, List<ShareTask> tasks, long instantMillis) {
    advance(instantMillis);
    auctioneer.submit(user, tasks);
  }

  /** Charges for the interval that is over and begins the next. */
  void beginInterval(long instantMillis, Consumer<ShareOutcome.Held> history) {
    advance(instantMillis);
    long intervalMillis = instantMillis - intervalBeganMillis;
    users.forEach(
        (user, progress) -> {
          if (intervalMillis > 0) {
            double seconds = intervalMillis / (double) Time.SECOND_MILLIS;
            auctioneer.charge(user, progress.usedSeconds / seconds, intervalMillis);
          }
          progress.usedSeconds = 0;
        });
    intervalBeganMillis = instantMillis;
    auctioneer.beginInterval();
    for (UserId user : users.keySet()) {
      double share = auctioneer.share(user);
      if (share > 0) {
        history.accept(
            new ShareOutcome.Held(
                instantMillis, resource().id(), user, auctioneer.countedBidPerMinute(user), share));
      }
    }
  }

  private void advance(long instantMillis) {
    users.forEach((user, progress) -> advance(user, progress, instantMillis));
    nowMillis = instantMillis;
  }

  private void advance(UserId user, Progress progress, long instantMillis) {
    double share = auctioneer.share(user);
    double usableShare = Math.min(share, largestUsableShare);
    double workPerSecond = usableShare * resource().workPerSecond();
    double seconds = (instantMillis - nowMillis) / (double) Time.SECOND_MILLIS;
    double left = workPerSecond > 0 ? seconds : 0;
    Optional<ShareTask> task = auctioneer.running(user);
    while (left > 0 && task.isPresent()) {
      double needed = (task.get().work() - progress.doneWork) / workPerSecond;
      if (needed > left) {
        progress.doneWork += workPerSecond * left;
        progress.usedSeconds += left * usableShare / share;
        return;
      }
      left -= needed;
      progress.usedSeconds += needed * usableShare / share;
      progress.doneWork = 0;
      progress.endedTasks++;
      progress.lastEndMillis = instantMillis - (long) Math.floor(left * Time.SECOND_MILLIS);
      auctioneer.ended(user);
      task = auctioneer.running(user);
    }
  }

  /** How a user stands, if he has ever bid. */
  Optional<Standing> standing(UserId user, long instantMillis) {
    Progress progress = users.get(user);
    if (progress == null) {
      return Optional.empty();
    }
    advance(instantMillis);
    List<ShareTask> tasks = auctioneer.tasks(user);
    double work = tasks.stream().mapToDouble(ShareTask::work).sum();
    return Optional.of(
        new Standing(
            Math.min(auctioneer.shareWithTasks(user), largestUsableShare)
                * resource().workPerSecond(),
            auctioneer.bidPerMinute(user),
            work - progress.doneWork,
            tasks.size()));
  }

  boolean knows(UserId user) {
    return users.containsKey(user);
  }

  int endedTasks(UserId user) {
    return progress(user).endedTasks;
  }

  long lastEndMillis(UserId user) {
    return progress(user).lastEndMillis;
  }

  Money bill(UserId user) {
    return auctioneer.bill(user);
  }

  private Progress progress(UserId user) {
    return Objects.requireNonNull(users.get(user));
  }
}
