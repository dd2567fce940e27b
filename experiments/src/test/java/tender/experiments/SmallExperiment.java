package tender.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import tender.core.provider.Terms;
import tender.experiments.definition.ClusterUse;
import tender.experiments.definition.Experiment;
import tender.experiments.definition.Policy;
import tender.experiments.definition.Schema;
import tender.experiments.definition.TraceUse;
import tender.experiments.workload.TraceFolder;
import tender.experiments.workload.Workload;
import tender.workload.trace.DeadlineSchema;
import tender.workload.trace.JobFilter;
import tender.workload.trace.LoadMeasure;

/** Two small clusters, made-up logs and a day or two: an experiment that takes no time. */
public final class SmallExperiment {
  private SmallExperiment() {}

  public static Experiment withSeeds(int seeds) {
    return new Experiment(
        "small",
        "A small experiment",
        2,
        LoadMeasure.ESTIMATE,
        LoadMeasure.ESTIMATE,
        100,
        10_000,
        30_000,
        seeds,
        List.of(
            new ClusterUse("cluster-1", 32, new TraceUse("made-up-1", 0, 0.5, JobFilter.ALL)),
            new ClusterUse("cluster-2", 16, new TraceUse("made-up-1", 1, 0.5, JobFilter.ALL))),
        new TraceUse("made-up-2", 0, 0.5, JobFilter.ALL.processors(8, 32)),
        List.of(
            new Policy("free-time-slots", "FreeTimeSlots", Terms.Discloses.FREE_SLOTS),
            new Policy("plb", "OffersWithPLB", Terms.Discloses.NOTHING),
            new Policy("dplb", "OffersWithDPLB", Terms.Discloses.POWER),
            new Policy("dplbv2", "OffersWithDPLBV2", Terms.Discloses.POWER_AND_WORK)),
        List.of(
            new Schema("schema-1", "Deadline Schema 1", new DeadlineSchema(List.of(2, 4, 24))),
            new Schema("schema-2", "Deadline Schema 2", new DeadlineSchema(List.of(0, 1, 12)))));
  }

  public static Workload workload(Experiment experiment, Path folder) throws IOException {
    writeLog(folder.resolve("made-up-1.swf"), 1, 12);
    writeLog(folder.resolve("made-up-2.swf"), 2, 32);
    return Workload.read(experiment, new TraceFolder(folder));
  }

  private static void writeLog(Path file, long seed, int widest) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder log = new StringBuilder("; Acknowledge: Ada & Grace\n");
    long submitSeconds = 0;
    for (int number = 1; number <= 600; number++) {
      submitSeconds += random.nextInt(900);
      int estimateSeconds = 600 + random.nextInt(14_400);
      int runSeconds = 1 + random.nextInt(estimateSeconds);
      int processors = 1 + random.nextInt(widest);
      log.append(number + " " + submitSeconds + " -1 " + runSeconds + " " + processors);
      log.append(" -1 -1 " + processors + " " + estimateSeconds);
      log.append(" -1 1 -1 -1 -1 -1 -1 -1 -1\n");
    }
    Files.writeString(file, log);
  }
}
