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

/** Bugs of a running agent. */
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
        withState(
            "clock-read-too-early",
            "A reservation is checked against the time of the previous event.",
            ClockReadTooEarly::new),
        withState(
            "offer-renewed-silently",
            "An expired offer is silently renewed when it is reserved.",
            OfferRenewedSilently::new),
        PlantedBug.inAgent(
            "lease-end-not-stored",
            "A lease that expires is not stored as expired.",
            AgentBugs::leaseEndNotStored),
        withState(
            "lease-ends-committed-part",
            "The timer for the end of a lease is not cancelled when the part is committed.",
            LeaseEndsCommittedPart::new),
        PlantedBug.inAgent(
            "late-commit-confirmed",
            "A commit that arrives after the end of the lease is confirmed.",
            AgentBugs::lateCommitConfirmed),
        withState(
            "repeated-reserve-refused",
            "A repeated reservation is refused because the first one uses the capacity.",
            RepeatedReserveRefused::new),
        withState(
            "committed-not-released",
            "A committed part is not released.",
            CommittedNotReleased::new),
        PlantedBug.inAgent(
            "power-disclosed",
            "Offers disclose the cluster's power against the owner's setting.",
            AgentBugs::powerDisclosed),
        PlantedBug.inAgent(
            "sends-before-storing",
            "State is stored after the answer is sent.",
            AgentBugs::sendsBeforeStoring));
  }

  private static List<PlantedBug> ofWork() {
    return List.of(
        PlantedBug.inAgent(
            "tasks-renumbered",
            "The tasks of a part are numbered from 0, instead of by the commit.",
            AgentBugs::tasksRenumbered),
        withState(
            "only-new-results-reported",
            "Only results since the last report are reported, not all so far.",
            OnlyNewResultsReported::new),
        withState(
            "results-reported-once",
            "Results are reported once, instead of until they are accepted.",
            ResultsReportedOnce::new),
        PlantedBug.inAgent(
            "acceptance-of-all",
            "An acceptance of some results is applied to all results so far.",
            AgentBugs::acceptanceOfAll),
        PlantedBug.inAgent(
            "inquiry-answered-with-commitment",
            "The agent answers an inquiry with its commitment, not with results.",
            AgentBugs::inquiryAnsweredWithCommitment),
        PlantedBug.inAgent(
            "local-deadline-as-requested",
            "Local users are promised the requested deadline, even if it is infeasible.",
            AgentBugs::localDeadlineAsRequested),
        withState(
            "one-timer",
            "A new timer is ignored while another one is set, even if it is earlier.",
            OneTimer::new));
  }

  private static PlantedBug withState(
      String name, String description, Supplier<PlantedBug.FaultyAgent> bug) {
    return PlantedBug.inAgent(PlantedBug.Component.AGENT, name, description, bug);
  }

  private static final class ClockReadTooEarly implements PlantedBug.FaultyAgent {
    private OptionalLong lastMillis = OptionalLong.empty();

    @Override
    public List<ProviderEffect> handle(
        FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
      long seenMillis =
          event instanceof ProviderEvent.MessageReceived(Message.Reserve reserve)
              ? lastMillis.orElse(nowMillis)
              : nowMillis;
      lastMillis = OptionalLong.of(nowMillis);
      return correct.handle(event, seenMillis);
    }
  }

  private static final class OfferRenewedSilently implements PlantedBug.FaultyAgent {
    private final Map<CallId, Message.Call> calls = new HashMap<>();

    @Override
    public List<ProviderEffect> handle(
        FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
      if (event instanceof ProviderEvent.MessageReceived(Message.Call call)) {
        calls.put(call.id(), call);
      }
      if (event instanceof ProviderEvent.MessageReceived(Message.Reserve reserve)
          && calls.containsKey(reserve.id().call())) {
        ProviderEvent again = new ProviderEvent.MessageReceived(calls.get(reserve.id().call()));
        List<ProviderEffect> effects = new ArrayList<>(correct.handle(again, nowMillis));
        effects.removeIf(effect -> effect instanceof ProviderEffect.Send(Message.Offers offers));
        effects.addAll(correct.handle(event, nowMillis));
        return effects;
      }
      return correct.handle(event, nowMillis);
    }
  }

  private static List<ProviderEffect> leaseEndNotStored(
      FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
    List<ProviderEffect> effects = new ArrayList<>(correct.handle(event, nowMillis));
    if (!(event instanceof ProviderEvent.MessageReceived)) {
      effects.removeIf(
          effect ->
              effect instanceof ProviderEffect.StoreReservation(var stored)
                  && stored.lastAnswer() instanceof Message.Refused);
    }
    return effects;
  }

  private static List<ProviderEffect> sendsBeforeStoring(
      FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
    List<ProviderEffect> effects = new ArrayList<>(correct.handle(event, nowMillis));
    effects.sort(
        (left, right) ->
            Boolean.compare(
                left instanceof ProviderEffect.StoreReservation,
                right instanceof ProviderEffect.StoreReservation));
    return effects;
  }

  private static final class LeaseEndsCommittedPart implements PlantedBug.FaultyAgent {
    private final Map<ReservationId, Long> untilMillis = new LinkedHashMap<>();

    @Override
    public List<ProviderEffect> handle(
        FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
      List<ProviderEffect> effects = new ArrayList<>();
      for (ReservationId id : List.copyOf(untilMillis.keySet())) {
        if (untilMillis.get(id) <= nowMillis) {
          untilMillis.remove(id);
          effects.addAll(
              correct.handle(
                  new ProviderEvent.MessageReceived(new Message.Release(id)), nowMillis));
        }
      }
      effects.addAll(correct.handle(event, nowMillis));
      for (ProviderEffect effect : effects) {
        if (effect instanceof ProviderEffect.Send(Message.Reserved reserved)) {
          untilMillis.put(reserved.id(), reserved.leaseExpiresMillis());
        }
      }
      return effects;
    }
  }

  private static List<ProviderEffect> lateCommitConfirmed(
      FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
    return event instanceof ProviderEvent.MessageReceived(Message.Commit commit)
        ? answering(
            correct.handle(event, nowMillis),
            answer ->
                answer instanceof Message.Refused ? new Message.Committed(commit.id()) : answer)
        : correct.handle(event, nowMillis);
  }

  private static final class RepeatedReserveRefused implements PlantedBug.FaultyAgent {
    private final Set<ReservationId> requested = new HashSet<>();

    @Override
    public List<ProviderEffect> handle(
        FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
      List<ProviderEffect> effects = correct.handle(event, nowMillis);
      return event instanceof ProviderEvent.MessageReceived(Message.Reserve reserve)
              && !requested.add(reserve.id())
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
    public List<ProviderEffect> handle(
        FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
      if (event instanceof ProviderEvent.MessageReceived(Message.Release(ReservationId id))
          && committed.contains(id)) {
        return correct.handle(new ProviderEvent.TimerFired(), nowMillis);
      }
      List<ProviderEffect> effects = correct.handle(event, nowMillis);
      for (ProviderEffect effect : effects) {
        if (effect instanceof ProviderEffect.Send(Message.Committed(ReservationId id))) {
          committed.add(id);
        }
      }
      return effects;
    }
  }

  private static List<ProviderEffect> powerDisclosed(
      FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
    Disclosure power =
        new Disclosure(OptionalLong.of(1_000), OptionalLong.empty(), Optional.empty());
    return each(
        correct.handle(event, nowMillis),
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

  private static List<ProviderEffect> tasksRenumbered(
      FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
    return event
            instanceof
            ProviderEvent.MessageReceived(Message.Commit(ReservationId id, TaskSet tasks))
        ? correct.handle(
            new ProviderEvent.MessageReceived(new Message.Commit(id, TaskSet.first(tasks.size()))),
            nowMillis)
        : correct.handle(event, nowMillis);
  }

  private static final class OnlyNewResultsReported implements PlantedBug.FaultyAgent {
    private final Map<ReservationId, TaskSet> reported = new HashMap<>();

    @Override
    public List<ProviderEffect> handle(
        FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
      return answering(
          correct.handle(event, nowMillis),
          answer -> {
            if (answer
                instanceof Message.Results(var id, TaskSet ended, long endedMillis, Money bill)) {
              TaskSet before = reported.getOrDefault(id, TaskSet.empty());
              reported.put(id, ended);
              return new Message.Results(id, ended.minus(before), endedMillis, bill);
            }
            return answer;
          });
    }
  }

  private static final class ResultsReportedOnce implements PlantedBug.FaultyAgent {
    private final Set<Message.Results> reported = new HashSet<>();

    @Override
    public List<ProviderEffect> handle(
        FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
      List<ProviderEffect> effects = new ArrayList<>(correct.handle(event, nowMillis));
      boolean inquired = event instanceof ProviderEvent.MessageReceived(Message.Inquire inquire);
      effects.removeIf(
          effect ->
              effect instanceof ProviderEffect.Send(Message.Results results)
                  && !reported.add(results)
                  && !inquired);
      return effects;
    }
  }

  private static List<ProviderEffect> acceptanceOfAll(
      FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
    return event instanceof ProviderEvent.MessageReceived(Message.ResultsAccepted accepted)
        ? correct.handle(
            new ProviderEvent.MessageReceived(
                new Message.ResultsAccepted(accepted.id(), TaskSet.first(1_000))),
            nowMillis)
        : correct.handle(event, nowMillis);
  }

  private static List<ProviderEffect> inquiryAnsweredWithCommitment(
      FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
    return event instanceof ProviderEvent.MessageReceived(Message.Inquire inquire)
        ? answering(
            correct.handle(event, nowMillis),
            answer ->
                answer instanceof Message.Results results && results.id().equals(inquire.id())
                    ? new Message.Committed(inquire.id())
                    : answer)
        : correct.handle(event, nowMillis);
  }

  private static List<ProviderEffect> localDeadlineAsRequested(
      FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
    return each(
        correct.handle(event, nowMillis),
        effect ->
            effect instanceof ProviderEffect.LocalJobPromised(Job job, long askedMillis)
                ? new ProviderEffect.LocalJobPromised(job.withDeadline(askedMillis), askedMillis)
                : effect);
  }

  private static final class OneTimer implements PlantedBug.FaultyAgent {
    private long setMillis = Time.NEVER;

    @Override
    public List<ProviderEffect> handle(
        FaultInjectionHooks.ProviderHandler correct, ProviderEvent event, long nowMillis) {
      if (setMillis <= nowMillis) {
        setMillis = Time.NEVER;
      }
      List<ProviderEffect> effects = new ArrayList<>(correct.handle(event, nowMillis));
      effects.removeIf(
          effect -> effect instanceof ProviderEffect.SetTimer && setMillis != Time.NEVER);
      for (ProviderEffect effect : effects) {
        if (effect instanceof ProviderEffect.SetTimer(long atMillis)) {
          setMillis = atMillis;
        }
      }
      return effects;
    }
  }

  private static List<ProviderEffect> each(
      List<ProviderEffect> effects, UnaryOperator<ProviderEffect> change) {
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
