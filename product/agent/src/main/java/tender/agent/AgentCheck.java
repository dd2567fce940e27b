package tender.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.ClusterInfo;
import tender.agent.batch.LocalJob;
import tender.agent.batch.QueueSnapshot;
import tender.agent.container.Containers;
import tender.agent.estimate.ClusterSpeed;
import tender.agent.files.Datasets;
import tender.agent.pilot.PilotSettings;
import tender.agent.planning.ProviderSettings;
import tender.agent.planning.PublishSettings;
import tender.core.model.Time;
import tender.support.doctor.ClockSynchronisationCheck;
import tender.support.text.Plural;

/**
 * Reports what an agent finds at its cluster and would do there, for the owner to read before
 * anything runs. It starts nothing and sends nothing.
 */
public final class AgentCheck {
  private AgentCheck() {}

  /** The report, line by line. */
  public static List<String> of(AgentConfig config) throws IOException {
    Agent.addresses(config);
    Datasets datasets = DatasetsSection.datasets(config);
    ResultFoldersSection.requireUsable(config);
    Containers containers = Agent.containers(config);
    BatchSystem batch = Agent.batchSystem(config, Agent.workFolder(config, containers));
    Agent.requireSafe(config, batch);
    ClusterInfo cluster = batch.clusterInfo();
    QueueSnapshot queue = batch.queue();
    ProviderSettings settings = config.providerSettings();
    List<String> lines = new ArrayList<>(List.of("Found"));
    lines.add("  " + cluster.version() + ", " + cluster.processors() + " processors");
    lines.add(
        "  %s local jobs run on %s processors"
            .formatted(running(queue), queue.runningLocalProcessors()));
    lines.add("  " + (queue.localJobs().size() - running(queue)) + " local jobs wait");
    lines.add(
        "  %s tasks of this agent, %s reservations"
            .formatted(queue.ownTasks().size(), queue.reservations().size()));
    lines.add("Would do, as provider " + settings.id());
    int maxProcessors = Math.min(cluster.processors(), settings.maxProcessors());
    if (settings.shares().isPresent()) {
      lines.addAll(HostCheck.of(config.hostSection().orElseThrow(), settings.shares().get()));
    } else {
      lines.add("  use at most " + Plural.of(maxProcessors, "processor") + " at a time");
      lines.add("  " + settings.mode().describe(settings.pollMillis(), cluster));
    }
    lines.add("  " + ClusterSpeed.of(settings.estimates(), config.stateDir()).describe());
    lines.add("  " + Agent.bandwidth(config).describe());
    config.gridengine().map(AgentCheck::widths).ifPresent(lines::add);
    config.slurm().map(section -> section.options().arguments()).stream()
        .filter(options -> !options.isEmpty())
        .forEach(options -> lines.add("  submit jobs with " + String.join(" ", options)));
    lines.add(
        "  submit arrays of at most %s tasks, %s jobs in all"
            .formatted(cluster.maxArraySize(), settings.execution().maxQueuedJobs()));
    lines.add("  " + pilots(settings.execution().pilots()));
    if (settings.shares().isEmpty()) {
      lines.add(
          "  charge "
              + Plural.of(settings.terms().pricePerProcessorHour().toString(), "credit")
              + " per processor and hour; offers are valid for "
              + seconds(settings.terms().offerValidMillis()));
    }
    lines.add("  " + config.userRules().describe());
    lines.add("  run tasks below " + config.workDir());
    config.taskIsolation().describe().forEach(line -> lines.add("  " + line));
    lines.add("  " + containers.describe());
    lines.add("  " + datasets.describe());
    lines.add("  " + settings.execution().resultFolders().describe());
    lines.add("  " + estimating(settings));
    lines.addAll(sent(config, settings));
    lines.addAll(
        CheckWarnings.lines(
            config,
            batch,
            System.getProperty("user.name"),
            new ClockSynchronisationCheck<AgentConfig>().run(config)));
    return lines;
  }

  private static List<String> sent(AgentConfig config, ProviderSettings settings) {
    List<String> lines = new ArrayList<>();
    lines.add("Would send to the market");
    lines.add(
        "  offers (number of tasks, completion time, price) and results" + disclosed(settings));
    if (settings.shares().isPresent()) {
      lines.add("  accepted bids, and when parts will end at their current shares");
    }
    settings.publish().ifPresent(publish -> lines.add("  " + published(publish)));
    lines.add("  everything sent is logged in " + config.stateDir().resolve("disclosures.log"));
    return lines;
  }

  private static String pilots(PilotSettings pilots) {
    return pilots.maxTaskMillis() == 0
        ? "submit each task as a job, without pilots"
        : "run tasks of less than %s with pilots, which are jobs of at most %s"
            .formatted(seconds(pilots.maxTaskMillis()), seconds(pilots.maxPilotMillis()));
  }

  private static long running(QueueSnapshot queue) {
    return queue.localJobs().stream().filter(LocalJob::running).count();
  }

  private static String widths(AgentConfig.GridEngineSection section) {
    return section
        .parallelEnvironment()
        .map(name -> "  run wide tasks in the parallel environment " + name)
        .orElse("  run only tasks of one processor: 'gridengine.parallel_environment' is not set");
  }

  private static String seconds(long millis) {
    return millis / Time.SECOND_MILLIS + " s";
  }

  private static String estimating(ProviderSettings settings) {
    if (settings.terms().estimateTimeoutMillis() == 0) {
      return "use the users' estimates of run times, and run no profilers";
    }
    return settings.estimates().runsProfilers()
        ? "run a bag's profiler for at most "
            + seconds(settings.estimates().profilerMillis())
            + " before it offers, or learn from similar tasks; this is not billed"
        : "learn run times from similar tasks, and run no profilers";
  }

  private static String published(PublishSettings publish) {
    return "to the auction: the number of processors, their speed and price, and free slots for"
        + " the next "
        + seconds(publish.lookAheadMillis());
  }

  private static String disclosed(ProviderSettings settings) {
    return switch (settings.terms().disclosureLevel()) {
      case NOTHING ->
          settings.publish().isEmpty()
              ? ", but neither load nor size"
              : ", which reveal neither load nor size";
      case POWER -> ", and the number of processors";
      case POWER_AND_WORK -> ", the number of processors and the amount of waiting work";
      case FREE_SLOTS -> ", and the free slots";
    };
  }
}
