package tender.experiments.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tender.experiments.definition.RunKey;
import tender.simulator.market.Outcome;

/** Adds up what became of a market's jobs and bags. */
final class Measures {
  private final long capacityMillis;
  private final long horizonMillis;

  /**
   * @param processors of all clusters
   * @param horizonMillis the end of the interval in which utilisation is counted
   */
  Measures(int processors, long horizonMillis) {
    this.horizonMillis = horizonMillis;
    capacityMillis = processors * horizonMillis;
  }

  RunResult of(RunKey key, Outcome outcome) {
    Tally local = new Tally();
    Tally external = new Tally();
    for (Outcome.Local job : outcome.localJobs()) {
      local.add(
          new Done(
              job.processors(),
              job.runMillis(),
              job.submittedMillis(),
              job.askedMillis(),
              job.promisedMillis(),
              job.endedMillis(),
              true));
    }
    for (Outcome.External bag : outcome.bags()) {
      external.add(
          new Done(
              bag.tasks(),
              bag.runMillis(),
              bag.submittedMillis(),
              bag.askedMillis(),
              bag.promisedMillis(),
              bag.endedMillis(),
              bag.clusters() > 0));
    }
    double busy = percentOfCapacity(outcome.busyMillis().stream().mapToLong(Long::longValue).sum());
    double busyLocal = percentOfCapacity(busyWithLocalJobs(outcome.localJobs()));
    Map<Column, Double> values = new HashMap<>();
    local.put(values, Load.LOCAL, busyLocal);
    external.put(values, Load.EXTERNAL, busy - busyLocal);
    Tally.sum(local, external).put(values, Load.GLOBAL, busy);
    values.put(
        new Column(Load.EXTERNAL, Quantity.CLUSTERS_PER_BAG),
        outcome.bags().stream()
            .mapToInt(Outcome.External::clusters)
            .filter(clusters -> clusters > 0)
            .average()
            .orElse(0));
    values.put(
        new Column(Load.EXTERNAL, Quantity.WITHOUT_PROMISE),
        (double) outcome.bags().stream().filter(bag -> bag.clusters() == 0).count());
    return new RunResult(key, values);
  }

  private long busyWithLocalJobs(List<Outcome.Local> jobs) {
    long busyMillis = 0;
    for (Outcome.Local job : jobs) {
      long startedMillis = job.endedMillis() - job.runMillis();
      long untilMillis = Math.min(job.endedMillis(), horizonMillis);
      busyMillis += Math.max(0, untilMillis - startedMillis) * job.processors();
    }
    return busyMillis;
  }

  private double percentOfCapacity(long busyMillis) {
    return 100.0 * busyMillis / capacityMillis;
  }
}
