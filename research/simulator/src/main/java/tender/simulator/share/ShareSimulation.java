package tender.simulator.share;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.share.BidderId;
import tender.core.share.InformationService;
import tender.core.share.SharedResource;
import tender.simulator.event.EventQueue;

/**
 * Simulates time-shared resources and their users until all bags have ended. If an interval begins
 * at the instant at which a broker acts, the interval begins first, so the broker's bids take
 * effect in the next interval.
 */
public final class ShareSimulation {
  private final ShareRules rules;
  private final EventQueue events = new EventQueue();
  private final Map<ProviderId, TimeSharedResource> resources = new LinkedHashMap<>();
  private final Map<OrganisationId, InformationService<SharedResource>> information =
      new LinkedHashMap<>();
  private final List<BrokerDriver> drivers = new ArrayList<>();
  private final List<ShareOutcome.IntervalShare> history = new ArrayList<>();

  public ShareSimulation(List<SharedResource> resources, ShareRules rules) {
    this.rules = rules;
    for (SharedResource resource : resources) {
      this.resources.put(resource.id(), new TimeSharedResource(resource, rules));
      resource.organisations().forEach(id -> service(id).register(resource));
    }
  }

  /** Runs until all bags have ended. A simulation runs once. */
  public ShareOutcome run(List<ShareUser> users) {
    for (ShareUser user : users) {
      BrokerDriver driver = new BrokerDriver(user, service(user.organisation()), resources);
      drivers.add(driver);
      events.add(user.startMillis(), EventQueue.Kind.TIMER, () -> start(driver));
    }
    events.add(0, EventQueue.Kind.TASKS_ENDED, this::beginInterval);
    while (events.step()) {
      // The events do all the work.
    }
    SequencedMap<BidderId, ShareOutcome.CompletedBag> done = new LinkedHashMap<>();
    drivers.forEach(driver -> done.put(driver.user().id(), driver.outcome()));
    return new ShareOutcome(done, history);
  }

  /** The information service of an organisation; all services know each other. */
  private InformationService<SharedResource> service(OrganisationId id) {
    if (!information.containsKey(id)) {
      InformationService<SharedResource> service = new InformationService<>(id);
      information.values().forEach(service::connect);
      information.put(id, service);
    }
    return Objects.requireNonNull(information.get(id));
  }

  private void beginInterval() {
    long nowMillis = events.nowMillis();
    resources.values().forEach(resource -> resource.beginInterval(nowMillis, history::add));
    if (!drivers.stream().allMatch(BrokerDriver::isDone)) {
      events.add(
          nowMillis + rules.intervalMillis(), EventQueue.Kind.TASKS_ENDED, this::beginInterval);
    }
  }

  private void start(BrokerDriver driver) {
    driver.start(events.nowMillis());
    reviewLater(driver);
  }

  private void review(BrokerDriver driver) {
    if (!driver.isDone()) {
      driver.review(events.nowMillis());
      reviewLater(driver);
    }
  }

  private void reviewLater(BrokerDriver driver) {
    long nextMillis = events.nowMillis() + driver.user().reviewIntervalMillis();
    events.add(nextMillis, EventQueue.Kind.TIMER, () -> review(driver));
  }
}
