package tender.simulator.cluster;

import java.util.List;
import tender.workload.lublin.LublinFeitelsonModel;
import tender.workload.random.SplitMix64;
import tender.workload.trace.TraceJob;

/** Jobs of the Lublin–Feitelson model at high load, with estimates as inaccurate as users'. */
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
   * A quarter of the jobs take exactly as long as estimated. Times are whole minutes, which puts
   * several events on one instant, and the load is three times the model's.
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
