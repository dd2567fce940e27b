package tender.experiments.budget;

import java.util.ArrayList;
import java.util.List;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.budget.BudgetBounds;
import tender.core.budget.BudgetTask;
import tender.core.budget.Constraint;
import tender.core.model.FreeSlot;
import tender.core.model.Time;
import tender.workload.random.SplitMix64;

/**
 * A random instance of a scenario: job lengths that add up to the stated load, and what the local
 * jobs do that are not scheduled.
 *
 * @param tasks tasks to be scheduled, local ones first
 * @param queues the resources without the processors that pinned local jobs hold
 * @param arrivals local jobs that arrive later
 */
record BudgetInstance(
    List<BudgetTask> tasks,
    List<QueueReport> queues,
    List<Arrival> arrivals,
    Constraint constraint) {
  private static final long SALT = 0x62756467;

  /** A local job that arrives at a resource. */
  record Arrival(QueueId queue, long arrivalMillis, long estimateMillis) {}

  static BudgetInstance draw(BudgetScenario scenario, int seed) {
    SplitMix64 random = new SplitMix64(SplitMix64.mix(seed ^ SALT));
    List<BudgetTask> jobs = jobs(scenario, random);
    List<QueueReport> queues = BudgetResources.idle(scenario.power());
    List<Arrival> arrivals = new ArrayList<>();
    long deadlineMillis = scenario.input().deadlineSeconds() * Time.SECOND_MILLIS;
    int local = scenario.localJobs() == LocalJobs.SCHEDULED ? 0 : scenario.input().localJobs();
    for (BudgetTask job : jobs.subList(0, local)) {
      if (scenario.localJobs() == LocalJobs.PINNED) {
        pin(queues, job, random);
      } else {
        arrivals.add(
            new Arrival(
                queues.get(random.nextInt(queues.size())).id(),
                (long) random.nextDouble(0, (double) deadlineMillis),
                job.estimateMillis()));
      }
    }
    List<BudgetTask> tasks = jobs.subList(local, jobs.size());
    BudgetBounds bounds = BudgetBounds.of(tasks, queues);
    return new BudgetInstance(
        tasks,
        queues,
        arrivals,
        new Constraint(deadlineMillis, bounds.budget(scenario.budgetFactor())));
  }

  BudgetBounds bounds() {
    return BudgetBounds.of(tasks, queues);
  }

  private static List<BudgetTask> jobs(BudgetScenario scenario, SplitMix64 random) {
    double deviation = scenario.deviationPercent() / 100.0;
    double[] drawn = new double[scenario.input().jobs()];
    double sum = 0;
    for (int job = 0; job < drawn.length; job++) {
      drawn[job] = random.nextDouble(1 - deviation, 1 + deviation);
      sum += drawn[job];
    }
    List<BudgetTask> jobs = new ArrayList<>();
    for (int job = 0; job < drawn.length; job++) {
      double length = scenario.input().load() * drawn[job] / sum;
      jobs.add(new BudgetTask(job, Math.round(length * Time.SECOND_MILLIS)));
    }
    return jobs;
  }

  /** Pins a local job to a random processor that no other local job holds. */
  private static void pin(List<QueueReport> queues, BudgetTask job, SplitMix64 random) {
    int idle = queues.stream().mapToInt(BudgetInstance::idle).sum();
    int choice = random.nextInt(idle);
    for (int index = 0; index < queues.size(); index++) {
      QueueReport queue = queues.get(index);
      if (choice < idle(queue)) {
        queues.set(index, withPinned(queue, job));
        return;
      }
      choice -= idle(queue);
    }
  }

  private static int idle(QueueReport queue) {
    return queue.free(0).freeAt(0);
  }

  private static QueueReport withPinned(QueueReport queue, BudgetTask job) {
    List<FreeSlot> slots = new ArrayList<>();
    int idle = idle(queue);
    for (FreeSlot slot : queue.slots()) {
      if (slot.fromMillis() > 0) {
        slots.add(slot);
      }
    }
    if (idle > 1) {
      slots.add(new FreeSlot(0, Time.NEVER, idle - 1));
    }
    slots.add(new FreeSlot(queue.cluster().durationMillis(job.estimateMillis()), Time.NEVER, 1));
    return new QueueReport(queue.id(), queue.cluster(), queue.pricePerProcessorHour(), slots);
  }
}
