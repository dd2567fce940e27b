package tender.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.LocalJob;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.pilot.PilotSettings;
import tender.agent.execution.ProviderSettings;
import tender.agent.execution.PublishSettings;
import tender.core.model.Time;

/**
 * What an agent finds at its cluster and would do there, for the owner to read before anything
 * runs. It starts nothing and says nothing to anybody.
 */
public final class AgentCheck {
  private AgentCheck() {}

  /** A line each. */
  public static List<String> of(AgentConfig file) throws IOException {
    Agent.addresses(file);
    WorkFolder folders = new WorkFolder(file.work().toAbsolutePath());
    BatchSystem batch = Agent.batchSystem(file, folders);
    ClusterInfo site = batch.clusterInfo();
    QueueSnapshot queue = batch.queue();
    ProviderSettings settings = file.providerSettings();
    List<String> lines = new ArrayList<>();
    lines.add("Found");
    lines.add("  " + site.version() + ", " + site.processors() + " processors");
    lines.add("  " + running(queue) + " local jobs run on " + busy(queue) + " processors");
    lines.add("  " + (queue.localJobs().size() - running(queue)) + " local jobs wait");
    lines.add(
        "  " + queue.ownTasks().size() + " tasks of ours, " + queue.reservations().size() + " reservations");
    lines.add("Would do, as provider " + settings.id());
    int most = Math.min(site.processors(), settings.maxProcessors());
    if (settings.shares().isPresent()) {
      lines.addAll(HostCheck.of(file.hostSection().orElseThrow(), settings.shares().get()));
    } else {
      lines.add(
          "  use at most " + most + " processors at a time, below all local jobs in priority");
      lines.add(
          site.canReserve()
              ? "  make a Slurm reservation for each part of a bag that it promises"
              : "  make no reservations, since it may not: promises hang on who else submits");
    }
    file.gridengine().map(AgentCheck::widths).ifPresent(lines::add);
    lines.add(
        "  submit arrays of at most "
            + site.maxArraySize()
            + " tasks, "
            + settings.maxQueuedJobs()
            + " jobs in all");
    lines.add("  " + pilots(settings.pilots()));
    if (settings.shares().isEmpty()) {
      lines.add(
          "  ask "
              + settings.terms().pricePerProcessorHour()
              + " credits a processor and hour, and hold offers for "
              + seconds(settings.terms().offerValidMillis()));
    }
    lines.add("  run tasks below " + file.work());
    lines.add("  " + estimating(settings));
    lines.add("Would tell the market");
    lines.add("  offers (how many tasks, by when, for how much) and results" + disclosed(settings));
    if (settings.shares().isPresent()) {
      lines.add("  what it takes as bids, and when parts will end at their present shares");
    }
    settings.publish().ifPresent(told -> lines.add("  " + published(told)));
    lines.add("  all of it is written down in " + file.state().resolve("disclosures.log"));
    return lines;
  }

  private static String pilots(PilotSettings pilots) {
    return pilots.maxTaskMillis() == 0
        ? "submit each task as a job, however short"
        : "run tasks of less than "
            + seconds(pilots.maxTaskMillis())
            + " by pilots, jobs of at most "
            + seconds(pilots.maxPilotMillis())
            + " for many of them";
  }

  private static long running(QueueSnapshot queue) {
    return queue.localJobs().stream().filter(LocalJob::running).count();
  }

  private static int busy(QueueSnapshot queue) {
    return queue.localJobs().stream().filter(LocalJob::running).mapToInt(LocalJob::processors).sum();
  }

  private static String widths(AgentConfig.GridEngineSection part) {
    return part.parallelEnvironment()
        .map(name -> "  give wide tasks their processors by the parallel environment " + name)
        .orElse("  run no tasks of more than one processor: no parallel environment is named");
  }

  private static String seconds(long millis) {
    return millis / Time.SECOND_MILLIS + " s";
  }

  private static String estimating(ProviderSettings settings) {
    if (settings.terms().estimateTimeoutMillis() == 0) {
      return "believe users how long their tasks take, and run no profilers";
    }
    return settings.estimates().runsProfilers()
        ? "run a bag's profiler for at most "
            + seconds(settings.estimates().profilerMillis())
            + " before it offers, or learn from tasks alike; none is paid for"
        : "learn from tasks alike how long others take, and run no profilers";
  }

  private static String published(PublishSettings told) {
    return "for the auction: how many processors there are, their price, and when how many of them"
        + " stand free, "
        + seconds(told.lookAheadMillis())
        + " ahead";
  }

  private static String disclosed(ProviderSettings settings) {
    return switch (settings.terms().disclosureLevel()) {
      case NOTHING ->
          settings.publish().isEmpty()
              ? ", never load or size"
              : ", which tell neither load nor size";
      case POWER -> ", and how many processors there are";
      case POWER_AND_WORK -> ", how many processors there are and how much work waits";
      case FREE_SLOTS -> ", and when which processors are free";
    };
  }
}
