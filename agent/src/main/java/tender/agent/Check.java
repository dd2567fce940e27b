package tender.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.LocalJob;
import tender.agent.batch.Queue;
import tender.agent.batch.Site;
import tender.agent.batch.TaskFolders;
import tender.agent.provider.PilotSettings;
import tender.agent.provider.ProviderSettings;
import tender.agent.provider.PublishSettings;
import tender.core.model.Time;

/**
 * What an agent finds at its cluster and would do there, for the owner to read before anything
 * runs. It starts nothing and says nothing to anybody.
 */
public final class Check {
  private Check() {}

  /** A line each. */
  public static List<String> of(AgentFile file) throws IOException {
    Agent.addresses(file);
    TaskFolders folders = new TaskFolders(file.work().toAbsolutePath());
    BatchSystem batch = Agent.batchSystem(file, folders);
    Site site = batch.look();
    Queue queue = batch.queue();
    ProviderSettings settings = file.provided();
    List<String> lines = new ArrayList<>();
    lines.add("Found");
    lines.add("  " + site.version() + ", " + site.processors() + " processors");
    lines.add("  " + running(queue) + " local jobs run on " + busy(queue) + " processors");
    lines.add("  " + (queue.local().size() - running(queue)) + " local jobs wait");
    lines.add(
        "  " + queue.own().size() + " tasks of ours, " + queue.holds().size() + " reservations");
    lines.add("Would do, as provider " + settings.id());
    int most = Math.min(site.processors(), settings.processorsAtMost());
    if (settings.shares().isPresent()) {
      lines.addAll(HostCheck.of(file.hostPart().orElseThrow(), settings.shares().get()));
    } else {
      lines.add(
          "  use at most " + most + " processors at a time, below all local jobs in priority");
      lines.add(
          site.mayReserve()
              ? "  make a Slurm reservation for each part of a bag that it promises"
              : "  make no reservations, since it may not: promises hang on who else submits");
    }
    file.gridengine().map(Check::widths).ifPresent(lines::add);
    lines.add(
        "  submit arrays of at most "
            + site.largestArray()
            + " tasks, "
            + settings.tasksQueuedAtMost()
            + " jobs in all");
    lines.add("  " + pilots(settings.pilots()));
    if (settings.shares().isEmpty()) {
      lines.add(
          "  ask "
              + settings.terms().pricePerProcessorHour()
              + " credits a processor and hour, and hold offers for "
              + seconds(settings.terms().offerMillis()));
    }
    lines.add("  run tasks below " + file.work());
    lines.add("  " + estimating(settings));
    lines.add("Would tell the market");
    lines.add("  offers (how many tasks, by when, for how much) and results" + disclosed(settings));
    if (settings.shares().isPresent()) {
      lines.add("  what it takes as bids, and when parts will end at their present shares");
    }
    settings.publishes().ifPresent(told -> lines.add("  " + published(told)));
    lines.add("  all of it is written down in " + file.state().resolve("disclosures.log"));
    return lines;
  }

  private static String pilots(PilotSettings pilots) {
    return pilots.shorterThanMillis() == 0
        ? "submit each task as a job, however short"
        : "run tasks of less than "
            + seconds(pilots.shorterThanMillis())
            + " by pilots, jobs of at most "
            + seconds(pilots.longestMillis())
            + " for many of them";
  }

  private static long running(Queue queue) {
    return queue.local().stream().filter(LocalJob::running).count();
  }

  private static int busy(Queue queue) {
    return queue.local().stream().filter(LocalJob::running).mapToInt(LocalJob::processors).sum();
  }

  private static String widths(AgentFile.GridEnginePart part) {
    return part.parallelEnvironment()
        .map(name -> "  give wide tasks their processors by the parallel environment " + name)
        .orElse("  run no tasks of more than one processor: no parallel environment is named");
  }

  private static String seconds(long millis) {
    return millis / Time.SECOND_MILLIS + " s";
  }

  private static String estimating(ProviderSettings settings) {
    if (settings.terms().estimateMillis() == 0) {
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
    return switch (settings.terms().discloses()) {
      case NOTHING ->
          settings.publishes().isEmpty()
              ? ", never load or size"
              : ", which tell neither load nor size";
      case POWER -> ", and how many processors there are";
      case POWER_AND_WORK -> ", how many processors there are and how much work waits";
      case FREE_SLOTS -> ", and when which processors are free";
    };
  }
}
