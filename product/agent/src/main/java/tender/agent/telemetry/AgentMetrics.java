package tender.agent.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import tender.agent.execution.PartListener;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.core.provider.state.ReservedPart;
import tender.support.telemetry.Meters;
import tender.support.http.ResponseJson;

/** Counts what the agent hears, says and does, for its owner. */
public final class AgentMetrics implements PartListener {
  private static final double MILLICREDITS = 1_000;

  /** Bills of parts that ended long ago are forgotten; those are not said again. */
  private static final int MAX_BILLS = 10_000;

  private final Counter calls;
  private final Counter offers;
  private final Counter held;
  private final MeterProvider<Counter> refused;
  private final Counter won;
  private final Counter released;
  private final Counter earned;
  private final MeterProvider<Counter> disclosures;
  private final MeterProvider<Counter> jobs;
  private final Counter tasksDone;
  private final Counter tasksFailed;
  private final Counter bytes;
  private final Timer staging;
  private final Timer delivering;
  private final Set<ReservationId> parts = ConcurrentHashMap.newKeySet();
  private final Map<ReservationId, Money> bills =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ReservationId, Money> eldest) {
          return size() > MAX_BILLS;
        }
      };

  public AgentMetrics(Meters meters) {
    calls = meters.counter("tender_agent_calls_heard_total", "Calls for offers.");
    offers = meters.counter("tender_agent_offers_made_total", "Offers that were made.");
    held = meters.counter("tender_agent_reservations_held_total", "Reservations that are held.");
    refused = meters.counters("tender_agent_reservations_refused_total", "Those that are not.");
    won = meters.counter("tender_agent_parts_won_total", "Parts of bags committed to.");
    released = meters.counter("tender_agent_parts_released_total", "Parts wanted no longer.");
    earned = meters.counter("tender_agent_earned_credits_total", "Credits billed.");
    disclosures =
        meters.counters("tender_agent_disclosures_total", "What left the site, by its kind.");
    jobs = meters.counters("tender_agent_jobs_submitted_total", "Jobs that run tasks, by kind.");
    tasksDone = meters.counter("tender_agent_tasks_done_total", "Tasks with results handed over.");
    tasksFailed = meters.counter("tender_agent_tasks_failed_total", "Those that failed.");
    bytes = meters.counter("tender_agent_result_bytes_total", "Bytes of results handed over.");
    staging =
        meters
            .timers(
                "tender_agent_stage_duration",
                "How long fetching a part's work takes.",
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofMinutes(2))
            .withTags();
    delivering =
        meters
            .timers(
                "tender_agent_delivery_duration",
                "How long handing over a pack of results takes.",
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofMinutes(2))
            .withTags();
    meters.gauge("tender_agent_parts_held", "Parts being done.", parts::size);
  }

  /** The market has said something. */
  public void received(Message.ToProvider message) {
    if (message instanceof Message.Call) {
      calls.increment();
    }
  }

  /** Something was said to the market. */
  public void sent(Message message) {
    disclosed(message.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    switch (message) {
      case Message.Offers made -> offers.increment(made.offers().size());
      case Message.Reserved _ -> held.increment();
      case Message.Refused no -> refused.withTag("why", ResponseJson.wireName(no.reason())).increment();
      case Message.Results results -> bill(results.id(), results.bill());
      default -> {}
    }
  }

  private void disclosed(String kind) {
    disclosures.withTag("kind", kind).increment();
  }

  /** Bills say what all costs so far, again and again. */
  private void bill(ReservationId part, Money all) {
    synchronized (bills) {
      Money before = bills.getOrDefault(part, Money.ZERO);
      if (all.compareTo(before) > 0) {
        bills.put(part, all);
        earned.increment(all.minus(before).millicredits() / MILLICREDITS);
      }
    }
  }

  @Override
  public void committed(ReservedPart part, long nowMillis) {
    won.increment();
    parts.add(part.id());
  }

  @Override
  public void resumed(ReservedPart part, long nowMillis) {
    parts.add(part.id());
  }

  @Override
  public void staged(ReservationId part, long fromMillis, long untilMillis) {
    staging.record(untilMillis - fromMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void submitted(ReservationId part, int tasks, int jobs) {
    this.jobs.withTag("kind", jobs < tasks ? "pilot" : "task").increment(jobs);
  }

  @Override
  public void delivered(ReservationId part, PackDelivery delivery) {
    disclosed("result-files");
    tasksDone.increment(delivery.tasks());
    tasksFailed.increment(delivery.failed());
    bytes.increment((double) delivery.bytes());
    delivering.record(delivery.untilMillis() - delivery.fromMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void ended(ReservedPart part, long nowMillis) {
    parts.remove(part.id());
  }

  @Override
  public void released(ReservedPart part, long nowMillis) {
    // The market lets go of every part, and of one that is done as well.
    if (parts.remove(part.id())) {
      released.increment();
    }
  }
}
