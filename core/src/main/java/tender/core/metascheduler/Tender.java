package tender.core.metascheduler;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.compose.Reply;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/** How far the search for somebody who does these tasks has come. */
public sealed interface Tender {
  TaskSet tasks();

  /** When something must be done about it if nothing happens before. */
  long untilMillis();

  /**
   * Offers are being gathered.
   *
   * @param insteadOf who failed to do the tasks, if they are tendered again
   * @param asked who was called
   * @param replies the latest offers of those who have answered
   * @param estimates what is known of estimates that are made before anything is offered
   * @param penaltyPermille which share of its price a part's provider was told to pay if it breaks
   *     its promise
   */
  record Calling(
      CallId call,
      TaskSet tasks,
      Optional<Breach.Suspicion> insteadOf,
      List<ProviderId> asked,
      Map<ProviderId, Answered> replies,
      Optional<Estimates> estimates,
      long calledMillis,
      long untilMillis,
      int penaltyPermille)
      implements Tender {

    Calling withReply(Answered answered) {
      Map<ProviderId, Answered> more = new LinkedHashMap<>(replies);
      more.put(answered.reply().provider(), answered);
      return new Calling(
          call,
          tasks,
          insteadOf,
          asked,
          more,
          estimates,
          calledMillis,
          untilMillis,
          penaltyPermille);
    }

    Calling withTasks(TaskSet tasks) {
      return new Calling(
          call,
          tasks,
          insteadOf,
          asked,
          replies,
          estimates,
          calledMillis,
          untilMillis,
          penaltyPermille);
    }

    Calling awaitEstimate(long untilMillis) {
      return new Calling(
          call,
          tasks,
          insteadOf,
          asked,
          replies,
          Optional.of(Estimates.AWAITED),
          calledMillis,
          Math.max(this.untilMillis, untilMillis),
          penaltyPermille);
    }

    ReservationId reservation(int attempt, ProviderId provider) {
      return new ReservationId(call, attempt, provider);
    }
  }

  /** Estimates that providers make of their own before they offer. */
  enum Estimates {
    /** Somebody makes one; then all are called again, since offers do not last so long. */
    AWAITED,
    /** They have been made. */
    MADE
  }

  /** A provider's reply and which version of it. */
  record Answered(int version, Reply reply) {}

  /**
   * The parts of a composition are being reserved.
   *
   * @param reserved those that are held already
   */
  record Reserving(
      Calling call,
      int attempt,
      Composition composition,
      List<ReservationId> reserved,
      long untilMillis)
      implements Tender {

    Reserving withReserved(List<ReservationId> reserved) {
      return new Reserving(call, attempt, composition, reserved, untilMillis);
    }

    @Override
    public TaskSet tasks() {
      return call.tasks;
    }
  }

  /**
   * It is decided that all parts are committed; each is told so until it says that it has heard.
   *
   * @param open those that have not
   * @param said how often they were told
   */
  record Committing(
      Calling call,
      int attempt,
      Composition composition,
      List<ReservationId> open,
      int said,
      long untilMillis)
      implements Tender {

    Committing withOpen(List<ReservationId> open) {
      return new Committing(call, attempt, composition, open, said, untilMillis);
    }

    Committing toldAgain(long untilMillis) {
      return new Committing(call, attempt, composition, open, said + 1, untilMillis);
    }

    @Override
    public TaskSet tasks() {
      return call.tasks;
    }
  }

  /**
   * What could be reserved goes beyond the mandate, so the user is asked.
   *
   * @param byMillis when all would be done, with time to think about it
   * @param inTime what makes the deadline for more than the budget, if what is composed does not
   */
  record Asking(
      Calling call,
      Composition composition,
      long byMillis,
      long untilMillis,
      Optional<Composition> inTime)
      implements Tender {

    @Override
    public TaskSet tasks() {
      return call.tasks;
    }
  }

  /**
   * Nobody is called: the tasks wait in the auction to be matched.
   *
   * @param fromMillis since when they may be matched; some time after a match that came to nothing
   * @param untilMillis when it is too late
   */
  record Bidding(TaskSet tasks, long fromMillis, long untilMillis) implements Tender {}

  /** Nobody wants the tasks now; they are called for again later. */
  record Pausing(TaskSet tasks, Optional<Breach.Suspicion> insteadOf, long untilMillis)
      implements Tender {}
}
