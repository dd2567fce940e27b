package tender.core.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tender.core.profile.Profile;

/**
 * Crafts requests to one provider, within its limits and around its queue: the explicit allocation
 * strategy of De Rose, Ferreto, Calheiros, Cirne et al. ("Allocation strategies for utilization of
 * space-shared resources in Bag of Tasks grids") as Suresh Kumar and Purusothaman tell it. A set of
 * requests is chosen; while another request would let more tasks end, it takes the place of one
 * that was chosen.
 *
 * <p>The set that it begins with is what already waits at the provider, filled up. So the strategy
 * follows the queue: when processors become free that nobody foresaw, a request that waits is given
 * up for a better one. Who starts with nothing gets the best request, then the best beside it, and
 * so on, of which no single one can be bettered.
 *
 * <p>Of requests in which as many tasks would end, that which ends first is the better one, then
 * that which takes less of the machine, then the narrower one.
 */
public final class ExplicitAllocation {
  private static final Comparator<ProcessorRequest> BETTER =
      Comparator.comparingInt(ProcessorRequest::tasks)
          .reversed()
          .thenComparingLong(ProcessorRequest::endMillis)
          .thenComparingLong(ProcessorRequest::processorMillis)
          .thenComparingInt(ProcessorRequest::processors);

  private final Profile free;
  private final RequestLimits limits;
  private final RequestDemand need;
  private final List<ProcessorRequest> chosen = new ArrayList<>();

  private ExplicitAllocation(Profile free, RequestLimits limits, RequestDemand need) {
    this.free = free;
    this.limits = limits;
    this.need = need;
  }

  /**
   * All requests that should stand at the provider. Those of {@code pending} that are not among
   * them are to be taken back: others let more tasks end, or they no longer fit.
   *
   * @param pending what was asked before and has not started
   * @param free processors that the provider's queue leaves, with nothing pending in it; it begins
   *     now, and is not changed
   */
  public static List<ProcessorRequest> craft(
      List<ProcessorRequest> pending, Profile free, RequestLimits limits, RequestDemand need) {
    ExplicitAllocation allocation = new ExplicitAllocation(free.copy(), limits, need);
    pending.forEach(allocation::keep);
    do {
      allocation.fill();
    } while (allocation.replace());
    return allocation.chosen.stream()
        .sorted(Comparator.comparingLong(ProcessorRequest::startMillis).thenComparing(BETTER))
        .toList();
  }

  /** Chooses what was chosen before, if it is still possible. */
  private void keep(ProcessorRequest request) {
    if (chosen.size() < limits.maxPending()
        && limits.allow(request)
        && request.startMillis() >= free.originMillis()
        && request.endMillis() <= need.untilMillis()
        && free.minFree(request.startMillis(), request.endMillis()) >= request.processors()
        && left() > 0) {
      choose(request);
    }
  }

  private void fill() {
    boolean more = true;
    while (more && chosen.size() < limits.maxPending()) {
      Optional<ProcessorRequest> best = best(left());
      best.ifPresent(this::choose);
      more = best.isPresent();
    }
  }

  /** Makes the one exchange that gains most; false if none gains anything. */
  private boolean replace() {
    int mostGain = 0;
    ProcessorRequest old = null;
    ProcessorRequest better = null;
    for (ProcessorRequest request : List.copyOf(chosen)) {
      discard(request);
      Optional<ProcessorRequest> best = best(left());
      choose(request);
      if (best.isPresent() && best.get().tasks() - request.tasks() > mostGain) {
        mostGain = best.get().tasks() - request.tasks();
        old = request;
        better = best.get();
      }
    }
    if (old == null || better == null) {
      return false;
    }
    discard(old);
    choose(better);
    return true;
  }

  private int left() {
    return Math.max(0, need.tasks() - chosen.stream().mapToInt(ProcessorRequest::tasks).sum());
  }

  private void choose(ProcessorRequest request) {
    chosen.add(request);
    free.take(request.startMillis(), request.endMillis(), request.processors());
  }

  private void discard(ProcessorRequest request) {
    chosen.remove(request);
    free.release(request.startMillis(), request.endMillis(), request.processors());
  }

  private Optional<ProcessorRequest> best(int tasks) {
    List<ProcessorRequest> possible = new ArrayList<>();
    if (tasks > 0) {
      for (int step = 0; step < free.steps(); step++) {
        addFrom(step, tasks, possible);
      }
    }
    return possible.stream().min(BETTER);
  }

  /** The widest request of every length that can start with a step. */
  private void addFrom(int first, int tasks, List<ProcessorRequest> possible) {
    long startMillis = free.stepFromMillis(first);
    long lastMillis = Math.min(need.untilMillis(), startMillis + limits.maxMillis());
    int width = Math.min(limits.maxProcessors(), tasks);
    for (int step = first; step < free.steps() && width > 0; step++) {
      if (free.stepFree(step) < width) {
        width = free.stepFree(step);
      }
      long endMillis = Math.min(lastMillis, free.stepUntilMillis(step));
      boolean isWidest = step + 1 == free.steps() || free.stepFree(step + 1) < width;
      if (width > 0 && (isWidest || endMillis == lastMillis)) {
        add(startMillis, width, endMillis - startMillis, tasks, possible);
      }
      if (endMillis == lastMillis) {
        return;
      }
    }
  }

  /** A request for no more time, and no more processors, than the tasks need. */
  private void add(
      long startMillis, int width, long longestMillis, int tasks, List<ProcessorRequest> possible) {
    int rounds = (int) Math.min(need.rounds(longestMillis), Math.ceilDiv(tasks, width));
    if (rounds > 0) {
      int processors = Math.min(width, Math.ceilDiv(tasks, rounds));
      int expected = (int) Math.min(tasks, (long) processors * rounds);
      possible.add(new ProcessorRequest(startMillis, processors, need.heldMillis(rounds), expected));
    }
  }
}
