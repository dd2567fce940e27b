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
import tender.support.http.ResponseJson;
import tender.support.telemetry.Meters;

/** Counts messages and events of the agent, for its owner. */
public final class AgentMetrics implements PartListener {
  private static final double MILLICREDITS = 1_000;

  /** Bills of older parts are dropped; they are not repeated. */
  private static final int MAX_BILLS = 10_000;

  private final Counter calls;
  private final Counter offers;
  private final Counter granted;
  private final MeterProvider<Counter> refused;
  private final Counter committed;
  private final Counter released;
  private final Counter billedCredits;
  private final MeterProvider<Counter> disclosures;
  private final MeterProvider<Counter> jobs;
  private final Counter tasksDelivered;
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
    calls = meters.counter("tender_agent_calls_received_total", "Calls received from the market.");
    offers = meters.counter("tender_agent_offers_sent_total", "Offers sent to the market.");
    granted = meters.counter("tender_agent_reservations_granted_total", "Reservations granted.");
    refused =
        meters.counters(
            "tender_agent_reservations_refused_total", "Reservations refused, by reason.");
    committed = meters.counter("tender_agent_parts_committed_total", "Parts committed.");
    released =
        meters.counter(
            "tender_agent_parts_released_total",
            "Parts released previous total their results were delivered.");
    billedCredits = meters.counter("tender_agent_billed_credits_total", "Credits billed.");
    disclosures =
        meters.counters(
            "tender_agent_disclosures_total",
            "Messages and result packs sent to the market, by kind.");
    jobs =
        meters.counters(
            "tender_agent_jobs_submitted_total", "Jobs submitted to the batch system, by kind.");
    tasksDelivered =
        meters.counter("tender_agent_tasks_delivered_total", "Tasks whose results were delivered.");
    tasksFailed =
        meters.counter(
            "tender_agent_tasks_failed_total", "Delivered tasks with an exit code other than 0.");
    bytes = meters.counter("tender_agent_result_bytes_total", "Bytes of result packs delivered.");
    staging =
        timer(
            meters,
            "tender_agent_staging_duration",
            "Time to fetch a part's work order and inputs.");
    delivering =
        timer(meters, "tender_agent_delivery_duration", "Time to deliver a pack of results.");
    meters.gauge("tender_agent_parts_running", "Committed parts that have not ended.", parts::size);
  }

  private static Timer timer(Meters meters, String name, String help) {
    return meters
        .timers(
            name,
            help,
            Duration.ofMillis(100),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofMinutes(2))
        .withTags();
  }

  /** Counts a message from the market. */
  public void received(Message.ToProvider message) {
    if (message instanceof Message.Call) {
      calls.increment();
    }
  }

  /** Counts a message to the market. */
  public void sent(Message message) {
    disclosed(kebabCase(message.getClass().getSimpleName()));
    switch (message) {
      case Message.Offers made -> offers.increment(made.offers().size());
      case Message.Reserved _ -> granted.increment();
      case Message.Refused no ->
          refused.withTag("reason", ResponseJson.wireName(no.reason())).increment();
      case Message.Results results -> bill(results.id(), results.bill());
      default -> {}
    }
  }

  /** As in the disclosure log. */
  private static String kebabCase(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  private void disclosed(String kind) {
    disclosures.withTag("kind", kind).increment();
  }

  /** Bills state the total of a part so far, and may be repeated. */
  private void bill(ReservationId part, Money total) {
    synchronized (bills) {
      Money previous = bills.getOrDefault(part, Money.ZERO);
      if (total.compareTo(previous) > 0) {
        bills.put(part, total);
        billedCredits.increment(total.minus(previous).millicredits() / MILLICREDITS);
      }
    }
  }

  @Override
  public void committed(ReservedPart part, long nowMillis) {
    committed.increment();
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
    tasksDelivered.increment(delivery.tasks());
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
    // The market releases every part, including ended ones.
    if (parts.remove(part.id())) {
      released.increment();
    }
  }
}
