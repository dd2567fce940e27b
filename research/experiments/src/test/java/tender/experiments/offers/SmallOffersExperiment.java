package tender.experiments.offers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import tender.core.provider.ProviderTerms;
import tender.experiments.definition.ArrivalRule;
import tender.experiments.definition.ClusterSpec;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.PolicySpec;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.definition.TraceSpec;
import tender.experiments.definition.WindowRule;
import tender.experiments.run.TraceFolder;
import tender.workload.trace.DeadlineSchema;
import tender.workload.trace.JobFilter;
import tender.workload.trace.LoadMeasure;

/** A fast experiment: two small clusters, generated traces and two days. */
public final class SmallOffersExperiment {
  private SmallOffersExperiment() {}

  public static OffersExperiment withSeeds(int seeds) {
    return new OffersExperiment(
        "small",
        "A small experiment",
        2,
        LoadMeasure.ESTIMATE,
        ArrivalRule.THINNED,
        LoadMeasure.ESTIMATE,
        100,
        10_000,
        30_000,
        seeds,
        List.of(
            new ClusterSpec("cluster-1", 32, trace("made-up-1", 0, JobFilter.ALL)),
            new ClusterSpec("cluster-2", 16, trace("made-up-1", 1, JobFilter.ALL))),
        trace("made-up-2", 0, JobFilter.ALL.processors(8, 32)),
        List.of(
            new PolicySpec(
                "free-time-slots", "FreeTimeSlots", ProviderTerms.DisclosureLevel.FREE_SLOTS),
            new PolicySpec("plb", "OffersWithPLB", ProviderTerms.DisclosureLevel.NOTHING),
            new PolicySpec("dplb", "OffersWithDPLB", ProviderTerms.DisclosureLevel.POWER),
            new PolicySpec(
                "dplbv2", "OffersWithDPLBV2", ProviderTerms.DisclosureLevel.POWER_AND_WORK)),
        List.of(
            new SchemaSpec("schema-1", "Deadline Schema 1", new DeadlineSchema(List.of(2, 4, 24))),
            new SchemaSpec(
                "schema-2", "Deadline Schema 2", new DeadlineSchema(List.of(0, 1, 12)))));
  }

  private static TraceSpec trace(String name, int day, JobFilter filter) {
    return new TraceSpec(name, new WindowRule.FromDay(day), 0.5, filter);
  }

  public static OffersWorkload workload(OffersExperiment experiment, Path folder)
      throws IOException {
    writeTrace(folder.resolve("made-up-1.swf"), 1, 12);
    writeTrace(folder.resolve("made-up-2.swf"), 2, 32);
    return OffersWorkload.read(experiment, new TraceFolder(folder));
  }

  private static void writeTrace(Path file, long seed, int maxWidth) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("; Acknowledge: Ada & Grace\n");
    long submitSeconds = 0;
    for (int number = 1; number <= 600; number++) {
      submitSeconds += random.nextInt(900);
      int estimateSeconds = 600 + random.nextInt(14_400);
      int runSeconds = 1 + random.nextInt(estimateSeconds);
      int processors = 1 + random.nextInt(maxWidth);
      text.append(number + " " + submitSeconds + " -1 " + runSeconds + " " + processors);
      text.append(" -1 -1 " + processors + " " + estimateSeconds);
      text.append(" -1 1 -1 -1 -1 -1 -1 -1 -1\n");
    }
    Files.writeString(file, text);
  }
}
