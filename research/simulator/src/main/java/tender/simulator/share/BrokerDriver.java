package tender.simulator.share;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.share.BrokerDecision;
import tender.core.share.BrokerView;
import tender.core.share.InformationService;
import tender.core.share.ResourceUsage;
import tender.core.share.ShareTask;
import tender.core.share.SharedResource;

/** Shows one user's broker the current state and carries out the broker's decisions. */
final class BrokerDriver {
  private final ShareUser user;
  private final InformationService<SharedResource> information;
  private final Map<ProviderId, TimeSharedResource> resources;
  private final List<ShareTask> unsent;

  BrokerDriver(
      ShareUser user,
      InformationService<SharedResource> information,
      Map<ProviderId, TimeSharedResource> resources) {
    this.user = user;
    this.information = information;
    this.resources = resources;
    unsent = new ArrayList<>(user.tasks());
  }

  void start(long nowMillis) {
    carryOut(user.broker().start(view(nowMillis)), nowMillis);
  }

  void review(long nowMillis) {
    carryOut(user.broker().review(view(nowMillis)), nowMillis);
  }

  ShareUser user() {
    return user;
  }

  boolean isDone() {
    return endedTasks() == user.tasks().size();
  }

  private int endedTasks() {
    return used().mapToInt(resource -> resource.endedTasks(user.id())).sum();
  }

  ShareOutcome.CompletedBag outcome() {
    Money cost = used().map(resource -> resource.bill(user.id())).reduce(Money.ZERO, Money::plus);
    int foreign =
        used()
            .filter(one -> !one.resource().organisations().contains(user.organisation()))
            .mapToInt(one -> one.endedTasks(user.id()))
            .sum();
    long endMillis = used().mapToLong(one -> one.lastEndMillis(user.id())).max().orElseThrow();
    return new ShareOutcome.CompletedBag(user.startMillis(), endMillis, cost, foreign);
  }

  private Stream<TimeSharedResource> used() {
    return resources.values().stream().filter(resource -> resource.hasUser(user.id()));
  }

  private BrokerView view(long nowMillis) {
    SortedMap<ProviderId, ResourceUsage> usages = new TreeMap<>();
    resources.forEach(
        (id, resource) ->
            resource.usage(user.id(), nowMillis).ifPresent(usage -> usages.put(id, usage)));
    return new BrokerView(
        user.startMillis(),
        user.deadlineMillis(),
        nowMillis,
        information.local(),
        information.global(),
        unsent,
        usages);
  }

  private void carryOut(BrokerDecision decision, long nowMillis) {
    decision
        .bidsPerMinute()
        .forEach((id, bid) -> resource(id).bid(user.id(), user.organisation(), bid));
    decision
        .tasks()
        .forEach(
            (id, tasks) -> {
              resource(id).submit(user.id(), tasks, nowMillis);
              unsent.removeAll(tasks);
            });
  }

  private TimeSharedResource resource(ProviderId id) {
    return Objects.requireNonNull(resources.get(id));
  }
}
