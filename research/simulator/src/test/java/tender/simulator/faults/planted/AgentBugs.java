package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Disclosure;
import tender.core.model.Job;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.simulator.faults.FaultInjectionHooks;

/** Mistakes of a provider's agent while it lives. */
final class AgentBugs {
  private AgentBugs() {}

  static List<PlantedBug> all() {
    List<PlantedBug> all = new ArrayList<>();
    all.addAll(ofReservations());
    all.addAll(ofWork());
    return all;
  }

  private static List<PlantedBug> ofReservations() {
    return List.of(
        withMemory(
            "clock-read-too-early",
            "A reservation is judged by the time at which the event before it was handled.",
            ClockReadTooEarly::new),
        withMemory(
            "offer-renewed-silently",
            "Who reserves an offer that has expired has it made anew, without a word.",
            OfferRenewedSilently::new),
        PlantedBug.inAgent(
            "lease-end-not-stored",
            "A lease that ends by itself is not stored as ended.",
            AgentBugs::leaseEndNotStored),
        withMemory(
            "lease-ends-committed-part",
            "The alarm for the end of a lease is not called off when the part is committed.",
            LeaseEndsCommittedPart::new),
        PlantedBug.inAgent(
            "late-commit-confirmed",
            "A commitment that comes after the end of the lease is confirmed.",
            AgentBugs::lateCommitConfirmed),
        withMemory(
            "reserve-twice-refused",
            "A reservation that is asked for again is refused: it takes its own room.",
            ReserveTwiceRefused::new),
        withMemory(
            "committed-not-released",
            "Only a reservation can be released; once it is committed, nothing happens.",
            CommittedNotReleased::new),
        PlantedBug.inAgent(
            "power-disclosed",
            "Offers tell the cluster's power, whatever its owner said.",
            AgentBugs::powerDisclosed),
        new PlantedBug(
            "sends-before-storing",
            PlantedBug.Component.AGENT,
            "What must not be forgotten is stored after the answer is sent.",
            new FaultInjectionHooks() {
              @Override
              public boolean storesBeforeSending() {
                return false;
              }
            }));
  }

  private static List<PlantedBug> ofWork() {
    return List.of(
        PlantedBug.inAgent(
            "tasks-numbered-anew",
            "The tasks of a part are numbered from 0, whichever were committed.",
            AgentBugs::tasksNumberedAnew),
        withMemory(
            "only-news-told",
            "Results are told as what ended since they were last told, not as all so far.",
            OnlyNewsTold::new),
        withMemory(
            "results-told-once",
            "Results are told once, and not again until they are accepted.",
            ResultsToldOnce::new),
        PlantedBug.inAgent(
            "acceptance-of-all",
            "An acceptance is taken to be of all results so far, whichever it names.",
            AgentBugs::acceptanceOfAll),
        PlantedBug.inAgent(
            "inquiry-answered-with-commitment",
            "Asked how far a part is, the agent says again that it has committed.",
            AgentBugs::inquiryAnsweredWithCommitment),
        PlantedBug.inAgent(
            "local-deadline-as-asked",
            "Local users are promised the deadline they ask for, whether it can be kept or not.",
            AgentBugs::localDeadlineAsAsked),
        withMemory(
            "one-alarm",
            "A new alarm is ignored while another one is set, even if it is to ring earlier.",
            OneAlarm::new));
  }

  private static PlantedBug withMemory(
      String name, String mistake, Supplier<PlantedBug.FaultyAgent> wrong) {
    return PlantedBug.inAgent(PlantedBug.Component.AGENT, name, mistake, wrong);
  }

  private static final class ClockReadTooEarly implements PlantedBug.FaultyAgent {
    private OptionalLong lastMillis = OptionalLong.empty();

    @Override
    public List<ProviderEffect> handle(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
      long seenMillis =
          event instanceof ProviderEvent.MessageReceived(Message.Reserve reserve)
              ? lastMillis.orElse(nowMillis)
              : nowMillis;
      lastMillis = OptionalLong.of(nowMillis);
      return right.handle(event, seenMillis);
    }
  }

  private static final class OfferRenewedSilently implements PlantedBug.FaultyAgent {
    private final Map<CallId, Message.Call> calls = new HashMap<>();

    @Override
    public List<ProviderEffect> handle(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
      if (event instanceof ProviderEvent.MessageReceived(Message.Call call)) {
        calls.put(call.id(), call);
      }
      if (event instanceof ProviderEvent.MessageReceived(Message.Reserve reserve)
          && calls.containsKey(reserve.id().call())) {
        ProviderEvent again = new ProviderEvent.MessageReceived(calls.get(reserve.id().call()));
        List<ProviderEffect> effects = new ArrayList<>(right.handle(again, nowMillis));
        effects.removeIf(effect -> effect instanceof ProviderEffect.Send(Message.Offers offers));
        effects.addAll(right.handle(event, nowMillis));
        return effects;
      }
      return right.handle(event, nowMillis);
    }
  }

  private static List<ProviderEffect> leaseEndNotStored(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
    List<ProviderEffect> effects = new ArrayList<>(right.handle(event, nowMillis));
    if (!(event instanceof ProviderEvent.MessageReceived)) {
      effects.removeIf(
          effect ->
              effect instanceof ProviderEffect.StoreReservation(var kept)
                  && kept.lastAnswer() instanceof Message.Refused);
    }
    return effects;
  }

  private static final class LeaseEndsCommittedPart implements PlantedBug.FaultyAgent {
    private final Map<ReservationId, Long> untilMillis = new LinkedHashMap<>();

    @Override
    public List<ProviderEffect> handle(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
      List<ProviderEffect> effects = new ArrayList<>();
      for (ReservationId id : List.copyOf(untilMillis.keySet())) {
        if (untilMillis.get(id) <= nowMillis) {
          untilMillis.remove(id);
          effects.addAll(right.handle(new ProviderEvent.MessageReceived(new Message.Release(id)), nowMillis));
        }
      }
      effects.addAll(right.handle(event, nowMillis));
      for (ProviderEffect effect : effects) {
        if (effect instanceof ProviderEffect.Send(Message.Reserved reserved)) {
          untilMillis.put(reserved.id(), reserved.leaseExpiresMillis());
        }
      }
      return effects;
    }
  }

  private static List<ProviderEffect> lateCommitConfirmed(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
    return event instanceof ProviderEvent.MessageReceived(Message.Commit commit)
        ? answering(
            right.handle(event, nowMillis),
            answer ->
                answer instanceof Message.Refused ? new Message.Committed(commit.id()) : answer)
        : right.handle(event, nowMillis);
  }

  private static final class ReserveTwiceRefused implements PlantedBug.FaultyAgent {
    private final Set<ReservationId> asked = new HashSet<>();

    @Override
    public List<ProviderEffect> handle(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
      List<ProviderEffect> effects = right.handle(event, nowMillis);
      return event instanceof ProviderEvent.MessageReceived(Message.Reserve reserve) && !asked.add(reserve.id())
          ? answering(
              effects,
              answer ->
                  answer.id().equals(reserve.id()) && !(answer instanceof Message.Results)
                      ? new Message.Refused(
                          reserve.id(), Message.RefusalReason.NO_CAPACITY, List.of())
                      : answer)
          : effects;
    }
  }

  private static final class CommittedNotReleased implements PlantedBug.FaultyAgent {
    private final Set<ReservationId> committed = new HashSet<>();

    @Override
    public List<ProviderEffect> handle(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
      if (event instanceof ProviderEvent.MessageReceived(Message.Release(ReservationId id))
          && committed.contains(id)) {
        return right.handle(new ProviderEvent.TimerFired(), nowMillis);
      }
      List<ProviderEffect> effects = right.handle(event, nowMillis);
      for (ProviderEffect effect : effects) {
        if (effect instanceof ProviderEffect.Send(Message.Committed(ReservationId id))) {
          committed.add(id);
        }
      }
      return effects;
    }
  }

  private static List<ProviderEffect> powerDisclosed(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
    Disclosure power =
        new Disclosure(OptionalLong.of(1_000), OptionalLong.empty(), Optional.empty());
    return each(
        right.handle(event, nowMillis),
        effect ->
            effect instanceof ProviderEffect.Send(Message.Offers offers)
                ? new ProviderEffect.Send(
                    new Message.Offers(
                        offers.call(),
                        offers.provider(),
                        offers.version(),
                        offers.offers(),
                        power,
                        offers.madeMillis(),
                        offers.validUntilMillis()))
                : effect);
  }

  private static List<ProviderEffect> tasksNumberedAnew(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
    return event instanceof ProviderEvent.MessageReceived(Message.Commit(ReservationId id, TaskSet tasks))
        ? right.handle(
            new ProviderEvent.MessageReceived(new Message.Commit(id, TaskSet.first(tasks.size()))), nowMillis)
        : right.handle(event, nowMillis);
  }

  private static final class OnlyNewsTold implements PlantedBug.FaultyAgent {
    private final Map<ReservationId, TaskSet> told = new HashMap<>();

    @Override
    public List<ProviderEffect> handle(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
      return answering(
          right.handle(event, nowMillis),
          answer -> {
            if (answer
                instanceof Message.Results(var id, TaskSet ended, long endedMillis, Money bill)) {
              TaskSet before = told.getOrDefault(id, TaskSet.empty());
              told.put(id, ended);
              return new Message.Results(id, ended.minus(before), endedMillis, bill);
            }
            return answer;
          });
    }
  }

  private static final class ResultsToldOnce implements PlantedBug.FaultyAgent {
    private final Set<Message.Results> told = new HashSet<>();

    @Override
    public List<ProviderEffect> handle(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
      List<ProviderEffect> effects = new ArrayList<>(right.handle(event, nowMillis));
      boolean asked = event instanceof ProviderEvent.MessageReceived(Message.Inquire inquire);
      effects.removeIf(
          effect ->
              effect instanceof ProviderEffect.Send(Message.Results results)
                  && !told.add(results)
                  && !asked);
      return effects;
    }
  }

  private static List<ProviderEffect> acceptanceOfAll(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
    return event instanceof ProviderEvent.MessageReceived(Message.ResultsAccepted accepted)
        ? right.handle(
            new ProviderEvent.MessageReceived(new Message.ResultsAccepted(accepted.id(), TaskSet.first(1_000))),
            nowMillis)
        : right.handle(event, nowMillis);
  }

  private static List<ProviderEffect> inquiryAnsweredWithCommitment(
      FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
    return event instanceof ProviderEvent.MessageReceived(Message.Inquire inquire)
        ? answering(
            right.handle(event, nowMillis),
            answer ->
                answer instanceof Message.Results results && results.id().equals(inquire.id())
                    ? new Message.Committed(inquire.id())
                    : answer)
        : right.handle(event, nowMillis);
  }

  private static List<ProviderEffect> localDeadlineAsAsked(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
    return each(
        right.handle(event, nowMillis),
        effect ->
            effect instanceof ProviderEffect.LocalJobPromised(Job job, long askedMillis)
                ? new ProviderEffect.LocalJobPromised(job.withDeadline(askedMillis), askedMillis)
                : effect);
  }

  private static final class OneAlarm implements PlantedBug.FaultyAgent {
    private long setMillis = Time.NEVER;

    @Override
    public List<ProviderEffect> handle(FaultInjectionHooks.ProviderHandler right, ProviderEvent event, long nowMillis) {
      if (setMillis <= nowMillis) {
        setMillis = Time.NEVER;
      }
      List<ProviderEffect> effects = new ArrayList<>(right.handle(event, nowMillis));
      effects.removeIf(effect -> effect instanceof ProviderEffect.SetTimer && setMillis != Time.NEVER);
      for (ProviderEffect effect : effects) {
        if (effect instanceof ProviderEffect.SetTimer(long atMillis)) {
          setMillis = atMillis;
        }
      }
      return effects;
    }
  }

  private static List<ProviderEffect> each(List<ProviderEffect> effects, UnaryOperator<ProviderEffect> change) {
    return effects.stream().map(change).toList();
  }

  private static List<ProviderEffect> answering(
      List<ProviderEffect> effects, UnaryOperator<Message.ReservationAnswer> change) {
    return each(
        effects,
        effect ->
            effect instanceof ProviderEffect.Send(Message.ReservationAnswer answer)
                ? new ProviderEffect.Send(change.apply(answer))
                : effect);
  }
}
