package tender.simulator.share;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.Time;
import tender.core.share.BidderId;
import tender.core.share.ResourceUsage;
import tender.core.share.ShareAuctioneer;
import tender.core.share.ShareTask;
import tender.core.share.SharedResource;

/**
 * A resource that runs its users' tasks as fast as their shares allow. When a user's last task has
 * ended, the rest of the user's share is idle until the next interval.
 */
final class TimeSharedResource {
  /** The progress of a user's tasks. */
  private static final class Progress {
    /** Work done of the running task. */
    double doneWork;

    /** Time used in this interval, weighted by the used fraction of the share. */
    double usedSeconds;

    int endedTasks;
    long lastEndMillis;
  }

  private final ShareAuctioneer auctioneer;
  private final double largestUsableShare;
  private final Map<BidderId, Progress> users = new LinkedHashMap<>();
  private long nowMillis;
  private long intervalBeganMillis;

  TimeSharedResource(SharedResource resource, ShareRules rules) {
    auctioneer = new ShareAuctioneer(resource);
    largestUsableShare = rules.singleProcessorTasks() ? 1.0 / resource.processors() : 1;
  }

  SharedResource resource() {
    return auctioneer.resource();
  }

  void bid(BidderId user, OrganisationId organisation, Money bidPerMinute) {
    auctioneer.openAccount(user, organisation);
    users.computeIfAbsent(user, id -> new Progress());
    auctioneer.bid(user, bidPerMinute);
  }

  /** Adds tasks of a user; the user must have bid before. */
  void submit(BidderId user, List<ShareTask> tasks, long instantMillis) {
    advance(instantMillis);
    auctioneer.submit(user, tasks);
  }

  /** Charges for the past interval and begins the next. */
  void beginInterval(long instantMillis, Consumer<ShareOutcome.IntervalShare> history) {
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
    for (BidderId user : users.keySet()) {
      double share = auctioneer.share(user);
      if (share > 0) {
        history.accept(
            new ShareOutcome.IntervalShare(
                instantMillis, resource().id(), user, auctioneer.activeBidPerMinute(user), share));
      }
    }
  }

  private void advance(long instantMillis) {
    users.forEach((user, progress) -> advance(user, progress, instantMillis));
    nowMillis = instantMillis;
  }

  private void advance(BidderId user, Progress progress, long instantMillis) {
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

  /** A user's share, bid and remaining work; empty if the user has never bid. */
  Optional<ResourceUsage> usage(BidderId user, long instantMillis) {
    Progress progress = users.get(user);
    if (progress == null) {
      return Optional.empty();
    }
    advance(instantMillis);
    List<ShareTask> tasks = auctioneer.tasks(user);
    double work = tasks.stream().mapToDouble(ShareTask::work).sum();
    return Optional.of(
        new ResourceUsage(
            Math.min(auctioneer.shareWithTasks(user), largestUsableShare)
                * resource().workPerSecond(),
            auctioneer.nextBidPerMinute(user),
            work - progress.doneWork,
            tasks.size()));
  }

  boolean hasUser(BidderId user) {
    return users.containsKey(user);
  }

  int endedTasks(BidderId user) {
    return progress(user).endedTasks;
  }

  long lastEndMillis(BidderId user) {
    return progress(user).lastEndMillis;
  }

  Money bill(BidderId user) {
    return auctioneer.bill(user);
  }

  private Progress progress(BidderId user) {
    return Objects.requireNonNull(users.get(user));
  }
}
