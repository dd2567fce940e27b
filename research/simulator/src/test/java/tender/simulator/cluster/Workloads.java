package tender.simulator.cluster;

import java.util.List;
import tender.workload.lublin.LublinFeitelsonModel;
import tender.workload.random.SplitMix64;
import tender.workload.trace.TraceJob;

/** Jobs of the Lublin–Feitelson model, close together, with estimates as bad as users' are. */
final class Workloads {
  static final int PROCESSORS = 64;

  private Workloads() {}

  static List<TraceJob> busy(long seed, int jobs) {
    var random = new SplitMix64(seed);
    return LublinFeitelsonModel.typed(PROCESSORS, random).next(jobs).stream()
        .map(job -> estimated(job, random.nextInt(4)))
        .toList();
  }

  /**
   * A quarter of the jobs take just as long as estimated. Times are whole minutes, so that many
   * events fall on one instant, and there is three times the model's load.
   */
  private static TraceJob estimated(TraceJob job, int factor) {
    long runSeconds = Math.ceilDiv(job.runSeconds(), 60) * 60;
    return new TraceJob(
        job.number(),
        job.submitSeconds() / 3 / 60 * 60,
        runSeconds,
        job.processors(),
        runSeconds * (1 + factor * factor));
  }
}
