package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tender.core.TransitionRecorder;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.JobRun;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservationRecord;

/** Random walks of one reservation observe exactly the transitions that the page shows. */
final class ReservationTransitionTableTest {
  private static final int WALKS = 5_000;
  private static final int STEPS = 60;
  private static final int TASKS = 3;
  private static final long DEADLINE_MILLIS = 1_000;
  private static final ProviderId PROVIDER = new ProviderId("p");
  private static final CallId CALL = new CallId(new BagId("1"), 1);
  private static final ReservationId PART = new ReservationId(CALL, 1, PROVIDER);

  private static final List<String> STATES =
      List.of("Unknown", "Reserved", "Committed", "Ended", "Completed", "Refused");

  private static final List<String> EVENTS =
      List.of(
          "Reserve",
          "Commit",
          "Release",
          "ResultsAccepted",
          "Inquire",
          "TasksEnded",
          "TasksInterrupted",
          "TimeLimitReached",
          "ReservationFailed",
          "TimerFired");

  private final TransitionRecorder recorder = new TransitionRecorder(STATES, EVENTS);

  @Test
  void pageShowsObservedTransitions() {
    for (int seed = 0; seed < WALKS; seed++) {
      new Walk(new SplittableRandom(seed)).run();
    }

    assertThat(recorder.unobserved()).isEmpty();
    assertThat(TransitionRecorder.page()).contains(recorder.markdown());
  }

  /** A provider with local jobs and one reservation. */
  private final class Walk {
    private final SplittableRandom random;
    private final Provider provider =
        new Provider(
            PROVIDER,
            Cluster.of(2),
            new ProviderTerms(50, 100, 200, ProviderTerms.DisclosureLevel.NOTHING));
    private final List<JobRun> running = new ArrayList<>();
    private final Map<ReservationId, ReservationRecord> stored = new LinkedHashMap<>();
    private long nowMillis;
    private long timerMillis = Time.NEVER;

    Walk(SplittableRandom random) {
      this.random = random;
    }

    void run() {
      handle(received(new Message.Call(CALL, new Bag(TASKS, 1, 100, 0, DEADLINE_MILLIS))));
      if (random.nextBoolean()) {
        JobId id = new JobId("local");
        handle(
            new ProviderEvent.LocalJobSubmitted(
                Job.rigid(
                    id,
                    1 + random.nextInt(2),
                    random.nextBoolean() ? DEADLINE_MILLIS : 300,
                    nowMillis,
                    DEADLINE_MILLIS)));
      }
      for (int step = 0; step < STEPS; step++) {
        step(random.nextBoolean() ? expected() : event());
      }
    }

    private void step(ProviderEvent event) {
      if (event instanceof ProviderEvent.TimerFired && timerMillis != Time.NEVER) {
        nowMillis = Math.max(nowMillis, timerMillis);
      }
      String before = label(stored.get(PART));
      List<String> effects = handle(event);
      recorder.record(before, label(event), label(stored.get(PART)), effects);
    }

    private List<String> handle(ProviderEvent event) {
      List<String> effects = new ArrayList<>();
      for (ProviderEffect effect : provider.handle(event, nowMillis)) {
        switch (effect) {
          case ProviderEffect.StoreReservation(ReservationRecord reservation) -> {
            stored.put(reservation.id(), reservation);
            effects.add("StoreReservation");
          }
          case ProviderEffect.Send(Message.ReservationAnswer answer) ->
              effects.add("send " + answer.getClass().getSimpleName());
          case ProviderEffect.StartTasks(JobRun run) -> {
            running.add(run);
            if (isPart(run)) {
              effects.add("StartTasks");
            }
          }
          case ProviderEffect.StopPart _ -> effects.add("StopPart");
          case ProviderEffect.SetTimer(long instantMillis) -> timerMillis = instantMillis;
          default -> {}
        }
      }
      return effects;
    }

    /** An event that continues the protocol in the current state. */
    private ProviderEvent expected() {
      return switch (label(stored.get(PART))) {
        case "Unknown" -> received(new Message.Reserve(PART, TASKS, DEADLINE_MILLIS));
        case "Reserved" -> received(new Message.Commit(PART, TaskSet.first(TASKS)));
        case "Committed" ->
            running.stream().anyMatch(Walk::isPart) ? ended() : new ProviderEvent.TimerFired();
        case "Ended" -> received(new Message.ResultsAccepted(PART, TaskSet.first(TASKS)));
        default -> event();
      };
    }

    private ProviderEvent event() {
      int tasks = 1 + random.nextInt(TASKS + 1);
      return switch (random.nextInt(EVENTS.size())) {
        case 0 -> received(new Message.Reserve(PART, tasks, DEADLINE_MILLIS));
        case 1 -> received(new Message.Commit(PART, TaskSet.first(tasks)));
        case 2 -> received(new Message.Release(PART));
        case 3 -> received(new Message.ResultsAccepted(PART, TaskSet.first(tasks)));
        case 4 -> received(new Message.Inquire(PART));
        case 5 -> ended();
        case 6 -> new ProviderEvent.TasksInterrupted(takeRun());
        case 7 -> new ProviderEvent.TimeLimitReached(takeRun());
        case 8 -> new ProviderEvent.ReservationFailed(PART);
        default -> new ProviderEvent.TimerFired();
      };
    }

    private ProviderEvent ended() {
      return new ProviderEvent.TasksEnded(takeRun());
    }

    /** A run of the part that ends or stops now; one that never started if none is running. */
    private JobRun takeRun() {
      List<JobRun> runs = running.stream().filter(Walk::isPart).toList();
      if (runs.isEmpty()) {
        Job job = Job.rigid(ReservationTable.jobId(PART), 1, 100, 0, DEADLINE_MILLIS);
        return new JobRun(job, TaskSet.first(1), -1);
      }
      JobRun run = runs.get(random.nextInt(runs.size()));
      running.remove(run);
      nowMillis += 1;
      return run;
    }

    private static boolean isPart(JobRun run) {
      return run.job().id().equals(ReservationTable.jobId(PART));
    }
  }

  private static ProviderEvent received(Message.ToProvider message) {
    return new ProviderEvent.MessageReceived(message);
  }

  private static String label(@Nullable ReservationRecord reservation) {
    if (reservation == null) {
      return "Unknown";
    }
    return reservation
        .part()
        .map(part -> !part.isCommitted() ? "Reserved" : part.isAllEnded() ? "Ended" : "Committed")
        .orElse(reservation.lastAnswer() instanceof Message.Refused ? "Refused" : "Completed");
  }

  private static String label(ProviderEvent event) {
    return event instanceof ProviderEvent.MessageReceived(Message.ToProvider message)
        ? message.getClass().getSimpleName()
        : event.getClass().getSimpleName();
  }
}
