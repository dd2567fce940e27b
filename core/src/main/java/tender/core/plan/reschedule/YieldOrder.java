package tender.core.plan.reschedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tender.core.model.Job;

/**
 * The line in which those who wait should stand at a batch system that starts whoever is first as
 * soon as somebody ends early, before anybody can be asked.
 *
 * <p>They stand in the order of their planned starts. But whoever should be moved forward first, by
 * the {@link ReschedulingPolicy}, passes those before him who are planned to start only when he would be
 * done, if he started now: they lose nothing by it. As time goes on he may pass fewer, so that
 * nobody is made to wait beyond his planned start.
 */
final class YieldOrder {
  private static final Comparator<ReschedulingPolicy.Candidate> BY_START =
      Comparator.comparingLong(ReschedulingPolicy.Candidate::startMillis)
          .thenComparing(ReschedulingPolicy.Candidate::job, Job.BY_ARRIVAL);

  private YieldOrder() {}

  static List<ReschedulingPolicy.Candidate> of(
      List<ReschedulingPolicy.Candidate> waiting, ReschedulingPolicy rescheduling, long nowMillis) {
    Comparator<ReschedulingPolicy.Candidate> order = rescheduling.order();
    List<ReschedulingPolicy.Candidate> line = new ArrayList<>(waiting);
    line.sort(BY_START);
    List<ReschedulingPolicy.Candidate> turns = new ArrayList<>(waiting);
    turns.sort(order);
    for (ReschedulingPolicy.Candidate one : turns) {
      int place = line.indexOf(one);
      int wanted = place;
      while (wanted > 0
          && order.compare(one, line.get(wanted - 1)) < 0
          && isDoneBefore(one, line.get(wanted - 1), nowMillis)) {
        wanted--;
      }
      line.add(wanted, line.remove(place));
    }
    return line;
  }

  private static boolean isDoneBefore(
      ReschedulingPolicy.Candidate one, ReschedulingPolicy.Candidate other, long nowMillis) {
    return nowMillis + one.job().durationMillis() <= other.startMillis();
  }
}
