package tender.simulator.auction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tender.core.auction.Clearing;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Cycle;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;
import tender.core.model.BagId;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.simulator.event.EventQueue;

/**
 * Simulates the auction market from the first job to the last. Jobs that arrive between two
 * clearings wait for the next one, which drops the jobs that no queue can finish in time, under
 * every policy. A queue runs all jobs that it was given, even late ones.
 */
public final class AuctionSimulation {
  private static final Comparator<WaitingJob> BY_ARRIVAL =
      Comparator.comparingLong(WaitingJob::submittedMillis).thenComparing(WaitingJob::id);

  /** How often loads are sampled. */
  private static final long SAMPLE_MILLIS = Time.MINUTE_MILLIS;

  private final ClearingPolicy policy;
  private final AuctionRules rules;
  private final EventQueue events = new EventQueue();
  private final List<SiteState> sites = new ArrayList<>();
  private final Map<QueueId, AuctionQueue> queues = new LinkedHashMap<>();
  private final Map<BagId, AuctionOutcome.Run> runs = new LinkedHashMap<>();
  private final Map<BagId, Matched> matched = new LinkedHashMap<>();
  private final List<AuctionOutcome.LoadSample> loads = new ArrayList<>();
  private List<WaitingJob> waiting = new ArrayList<>();
  private int notArrived;
  private long beginMillis;
  private boolean isClearingDue;

  private record Matched(QueueId queue, long atMillis) {}

  /** A site and its queues. */
  private record SiteState(int processors, List<AuctionQueue> queues) {
    double load() {
      return queues.stream().mapToInt(AuctionQueue::busyProcessors).sum() / (double) processors;
    }
  }

  public AuctionSimulation(List<AuctionSite> sites, ClearingPolicy policy, AuctionRules rules) {
    this.policy = policy;
    this.rules = rules;
    for (AuctionSite site : sites) {
      List<AuctionQueue> ofSite = new ArrayList<>();
      for (int number = 0; number < site.queues().size(); number++) {
        QueueId id = new QueueId(site.id(), number);
        AuctionQueue queue =
            new AuctionQueue(
                id, site.cluster(number), site.pricePerProcessorHour(), events, this::started);
        ofSite.add(queue);
        queues.put(id, queue);
      }
      this.sites.add(new SiteState(site.processors(), ofSite));
    }
  }

  /** Runs until all jobs have ended. A simulation runs once. */
  public AuctionOutcome run(List<WaitingJob> jobs) {
    List<WaitingJob> ordered = jobs.stream().sorted(BY_ARRIVAL).toList();
    notArrived = ordered.size();
    for (WaitingJob job : ordered) {
      events.add(job.submittedMillis(), EventQueue.Kind.SUBMITTED, () -> arrive(job));
    }
    if (!ordered.isEmpty()) {
      beginMillis = ordered.getFirst().submittedMillis();
      sampleAt(beginMillis + SAMPLE_MILLIS);
    }
    while (events.step()) {
      // The events do all the work.
    }
    return new AuctionOutcome(runs, loads);
  }

  private void arrive(WaitingJob job) {
    notArrived--;
    waiting.add(job);
    scheduleClearing();
  }

  /** Clearings happen at whole cycles after the first submission, and only if a job waits. */
  private void scheduleClearing() {
    if (!waiting.isEmpty() && !isClearingDue) {
      isClearingDue = true;
      long cycles = (events.nowMillis() - beginMillis) / rules.cycleMillis() + 1;
      events.add(beginMillis + cycles * rules.cycleMillis(), EventQueue.Kind.TIMER, this::clear);
    }
  }

  private void clear() {
    long nowMillis = events.nowMillis();
    List<QueueReport> reports = new ArrayList<>();
    queues.values().forEach(queue -> reports.add(queue.report(nowMillis, rules.lookAheadMillis())));
    Clearing clearing = policy.clear(new Cycle(nowMillis, waiting, reports));
    waiting = new ArrayList<>();
    clearing.waiting().forEach(bid -> waiting.add(bid.job()));
    for (Clearing.Match match : clearing.matches()) {
      matched.put(match.job().id(), new Matched(match.queue(), nowMillis));
      Objects.requireNonNull(queues.get(match.queue())).submit(match.job(), nowMillis);
    }
    isClearingDue = false;
    scheduleClearing();
  }

  private void sampleAt(long instantMillis) {
    events.add(instantMillis, EventQueue.Kind.TIMER, this::sample);
  }

  private void sample() {
    loads.add(loads(events.nowMillis()));
    if (notArrived > 0 || !waiting.isEmpty() || isBusy()) {
      sampleAt(events.nowMillis() + SAMPLE_MILLIS);
    }
  }

  private boolean isBusy() {
    return queues.values().stream().anyMatch(queue -> queue.busyProcessors() > 0);
  }

  private void started(JobId job, long startMillis, long endMillis) {
    BagId id = new BagId(job.value());
    Matched match = Objects.requireNonNull(matched.get(id));
    runs.put(id, new AuctionOutcome.Run(match.queue(), match.atMillis(), startMillis, endMillis));
  }

  private AuctionOutcome.LoadSample loads(long nowMillis) {
    double[] ofSites = sites.stream().mapToDouble(SiteState::load).toArray();
    double mean = Arrays.stream(ofSites).average().orElse(0);
    double squares = 0;
    for (double load : ofSites) {
      squares += (load - mean) * (load - mean);
    }
    return new AuctionOutcome.LoadSample(nowMillis, mean, Math.sqrt(squares / ofSites.length));
  }
}
