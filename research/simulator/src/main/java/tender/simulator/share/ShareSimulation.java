package tender.simulator.share;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import tender.core.model.ProviderId;
import tender.core.share.InformationService;
import tender.core.share.OrganisationId;
import tender.core.share.SharedResource;
import tender.core.share.BidderId;
import tender.simulator.event.EventQueue;

/**
 * Time-shared resources and their users until all bags have ended. Where an interval begins and a
 * broker acts at the same instant the interval is first, so that what the broker says counts from
 * the next.
 */
public final class ShareSimulation {
  private final ShareRules rules;
  private final EventQueue events = new EventQueue();
  private final Map<ProviderId, TimeSharedResource> resources = new LinkedHashMap<>();
  private final Map<OrganisationId, InformationService> information = new LinkedHashMap<>();
  private final List<BrokerDriver> desks = new ArrayList<>();
  private final List<ShareOutcome.IntervalShare> history = new ArrayList<>();

  public ShareSimulation(List<SharedResource> resources, ShareRules rules) {
    this.rules = rules;
    for (SharedResource resource : resources) {
      this.resources.put(resource.id(), new TimeSharedResource(resource, rules));
      resource.organisations().forEach(id -> service(id).register(resource));
    }
  }

  /** Runs until nothing is left to do. A market runs once. */
  public ShareOutcome run(List<ShareUser> users) {
    for (ShareUser user : users) {
      BrokerDriver desk = new BrokerDriver(user, service(user.organisation()), resources);
      desks.add(desk);
      events.add(user.startMillis(), EventQueue.Kind.TIMER, () -> start(desk));
    }
    events.add(0, EventQueue.Kind.TASKS_ENDED, this::beginInterval);
    while (events.step()) {
      // Everything happens in the events.
    }
    SequencedMap<BidderId, ShareOutcome.CompletedBag> done = new LinkedHashMap<>();
    desks.forEach(desk -> done.put(desk.user().id(), desk.outcome()));
    return new ShareOutcome(done, history);
  }

  /** All services know each other. */
  private InformationService service(OrganisationId id) {
    if (!information.containsKey(id)) {
      InformationService service = new InformationService(id);
      information.values().forEach(service::connect);
      information.put(id, service);
    }
    return Objects.requireNonNull(information.get(id));
  }

  private void beginInterval() {
    long nowMillis = events.nowMillis();
    resources.values().forEach(resource -> resource.beginInterval(nowMillis, history::add));
    if (!desks.stream().allMatch(BrokerDriver::isDone)) {
      events.add(
          nowMillis + rules.intervalMillis(), EventQueue.Kind.TASKS_ENDED, this::beginInterval);
    }
  }

  private void start(BrokerDriver desk) {
    desk.start(events.nowMillis());
    reviewLater(desk);
  }

  private void review(BrokerDriver desk) {
    if (!desk.isDone()) {
      desk.review(events.nowMillis());
      reviewLater(desk);
    }
  }

  private void reviewLater(BrokerDriver desk) {
    long nextMillis = events.nowMillis() + desk.user().reviewIntervalMillis();
    events.add(nextMillis, EventQueue.Kind.TIMER, () -> review(desk));
  }
}
