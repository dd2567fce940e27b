package tender.core.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tender.core.profile.Profile;

/**
 * Crafts requests to one provider, within its limits and around its queue: the explicit allocation
 * strategy of De Rose, Ferreto, Calheiros, Cirne et al. ("Allocation strategies for utilization of
 * space-shared resources in Bag of Tasks grids") as Suresh Kumar and Purusothaman describe it. A
 * set of requests is chosen; while another request would let more tasks end, it replaces a chosen
 * one.
 *
 * <p>The initial set consists of the requests that already wait at the provider, plus new ones. So
 * the strategy follows the queue: when processors unexpectedly become free, a waiting request is
 * given up for a better one. Without waiting requests the set is the best request, then the best
 * next to it, and so on, so that no single one can be improved.
 *
 * <p>Of requests with the same number of tasks, the one that ends first is better, then the one
 * that takes less of the machine, then the narrower one.
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
  private final RequestDemand demand;
  private final List<ProcessorRequest> chosen = new ArrayList<>();

  private ExplicitAllocation(Profile free, RequestLimits limits, RequestDemand demand) {
    this.free = free;
    this.limits = limits;
    this.demand = demand;
  }

  /**
   * All requests that should be at the provider. Those of {@code pending} that are not among them
   * must be withdrawn: others let more tasks end, or they no longer fit.
   *
   * @param pending earlier requests that have not started
   * @param free processors that the provider's queue leaves free without the pending requests; it
   *     begins now, and is not changed
   */
  public static List<ProcessorRequest> craft(
      List<ProcessorRequest> pending, Profile free, RequestLimits limits, RequestDemand demand) {
    ExplicitAllocation allocation = new ExplicitAllocation(free.copy(), limits, demand);
    pending.forEach(allocation::keep);
    do {
      allocation.fill();
    } while (allocation.replace());
    return allocation.chosen.stream()
        .sorted(Comparator.comparingLong(ProcessorRequest::startMillis).thenComparing(BETTER))
        .toList();
  }

  /** Keeps an earlier request if it is still possible. */
  private void keep(ProcessorRequest request) {
    if (chosen.size() < limits.maxPending()
        && limits.allow(request)
        && request.startMillis() >= free.originMillis()
        && request.endMillis() <= demand.untilMillis()
        && free.minFree(request.startMillis(), request.endMillis()) >= request.processors()
        && remainingTasks() > 0) {
      choose(request);
    }
  }

  private void fill() {
    boolean more = true;
    while (more && chosen.size() < limits.maxPending()) {
      Optional<ProcessorRequest> best = best(remainingTasks());
      best.ifPresent(this::choose);
      more = best.isPresent();
    }
  }

  /** Makes the one exchange that gains most; false if none gains. */
  private boolean replace() {
    int mostGain = 0;
    ProcessorRequest old = null;
    ProcessorRequest better = null;
    for (ProcessorRequest request : List.copyOf(chosen)) {
      discard(request);
      Optional<ProcessorRequest> best = best(remainingTasks());
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

  private int remainingTasks() {
    return Math.max(0, demand.tasks() - chosen.stream().mapToInt(ProcessorRequest::tasks).sum());
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

  /** Adds the widest request of every length that can start with a step. */
  private void addFrom(int first, int tasks, List<ProcessorRequest> possible) {
    long startMillis = free.stepFromMillis(first);
    long lastMillis = Math.min(demand.untilMillis(), startMillis + limits.maxMillis());
    int width = Math.min(limits.maxProcessors(), tasks);
    for (int step = first; step < free.steps() && width > 0; step++) {
      width = Math.min(width, free.stepFree(step));
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

  /** Adds a request for no more time and processors than the tasks need. */
  private void add(
      long startMillis, int width, long longestMillis, int tasks, List<ProcessorRequest> possible) {
    int rounds = (int) Math.min(demand.rounds(longestMillis), Math.ceilDiv(tasks, width));
    if (rounds > 0) {
      int processors = Math.min(width, Math.ceilDiv(tasks, rounds));
      int expected = (int) Math.min(tasks, (long) processors * rounds);
      possible.add(
          new ProcessorRequest(startMillis, processors, demand.heldMillis(rounds), expected));
    }
  }
}
