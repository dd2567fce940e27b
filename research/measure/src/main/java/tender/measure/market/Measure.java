package tender.measure.market;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tender.core.model.Time;
import tender.measure.failover.FailoverMeasurement;
import tender.measure.load.AgentsMeasurement;
import tender.measure.load.HistoryMeasurement;
import tender.measure.load.PromiseMeasurement;
import tender.measure.load.StreamsMeasurement;
import tender.measure.load.WritesMeasurement;
import tender.measure.report.MeasurementReport;
import tender.measure.server.CallMeasurement;
import tender.measure.server.StoreMeasurement;
import tender.measure.testbed.LocalRun;

/** The command behind {@code scripts/measure-live}. */
@Command(
    name = "measure-live",
    description = "Measures the whole market on this machine.",
    mixinStandardHelpOptions = true)
final class Measure implements Callable<Integer> {
  /** Kept in a field, because an unreferenced logger loses its level. */
  private static final Logger ALL = Logger.getLogger("");

  @Option(
      names = "-o",
      description = "json: one JSON value instead of a table.",
      scope = CommandLine.ScopeType.INHERIT)
  private String output = "table";

  public static void main(String[] arguments) {
    ALL.setLevel(Level.WARNING);
    System.exit(new CommandLine(new Measure()).execute(arguments));
  }

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(
        new CommandLine(this),
        "Missing what to measure: dispatch, promise, relay, coordination, auction, local-users,"
            + " prices, speed, data-promises, failures, outputs, sandbox, containers, resources, writes, history,"
            + " agents, streams, failover, calls or store");
  }

  private int print(MeasurementReport report) {
    report.print(output.equals("json"));
    return 0;
  }

  @Command(description = "Bags with different requests on clusters of different nodes.")
  int resources(
      @Option(names = "--bags", defaultValue = "200") int bags,
      @Option(
              names = "--gap",
              defaultValue = "3000",
              description = "Mean milliseconds between two bags.")
          int gapMillis)
      throws Exception {
    return print(new ResourcesMeasurement(bags, gapMillis).run());
  }

  @Command(description = "Changes of rows in the database for a bag of slow tasks.")
  int writes(
      @Option(names = "--tasks", defaultValue = "32") int tasks,
      @Option(
              names = "--seconds",
              defaultValue = "10",
              description = "Run time of the shortest task.")
          int seconds,
      @Option(
              names = "--larger",
              defaultValue = "256",
              description = "Tasks of a second bag on the same processors; 0 for none.")
          int larger)
      throws Exception {
    return print(new WritesMeasurement(tasks, seconds, larger).run());
  }

  @Command(
      description =
          "Lists and periodic queries with many ended bags, and the deletion of aged ones.")
  int history(
      @Option(
              names = "--bags",
              defaultValue = "1000000",
              description = "How many ended bags the market has.")
          int bags,
      @Option(
              names = "--aged-percent",
              defaultValue = "50",
              description = "How many of them are older than the retention.")
          int agedPercent)
      throws Exception {
    return print(new HistoryMeasurement(bags, agedPercent).run());
  }

  @Command(
      description =
          "A server with many agents: promises, its restart, and bags per second, compared with"
              + " bare calls and statements.")
  int agents(
      @Option(
              names = "--agents",
              defaultValue = "1000,10000",
              split = ",",
              description = "Numbers of connected agents.")
          List<Integer> agents,
      @Option(names = "--rounds", defaultValue = "100", description = "Bags one at a time.")
          int rounds,
      @Option(
              names = "--users",
              defaultValue = "32",
              description = "How many users submit bags at the same time.")
          int users,
      @Option(names = "--seconds", defaultValue = "60", description = "How long they do so.")
          int seconds)
      throws Exception {
    return print(new AgentsMeasurement(agents, rounds, users, seconds).run());
  }

  @Command(description = "Tasks per second, compared with a bare job array.")
  int dispatch(
      @Option(names = "--tasks", defaultValue = "1000") int tasks,
      @Option(names = "--bare-tasks", description = "Of the bare array; default: as many.")
          Optional<Integer> bareTasks,
      @Option(names = "--rounds", defaultValue = "5") int rounds,
      @Option(names = "--command", defaultValue = "true", description = "Of each task.")
          String command,
      @Option(
              names = "--settings",
              defaultValue = "",
              description = "More keys of the agent's configuration, as YAML.")
          String settings)
      throws Exception {
    return print(
        new DispatchMeasurement(command, tasks, bareTasks.orElse(tasks), rounds, settings).run());
  }

  @Command(description = "What open event streams cost the database while nothing changes.")
  int streams(
      @Option(names = "--streams", defaultValue = "1000") int streams,
      @Option(names = "--seconds", defaultValue = "30") int seconds)
      throws Exception {
    return print(new StreamsMeasurement(streams, seconds).run());
  }

  @Command(description = "Kills of PostgreSQL's primary under load: outages and losses.")
  int failover(
      @Option(names = "--kills", defaultValue = "20") int kills,
      @Option(
              names = "--seconds",
              defaultValue = "20",
              description = "After how many seconds a standby takes over from a silent primary.")
          int seconds)
      throws Exception {
    FailoverMeasurement measurement = new FailoverMeasurement(kills, seconds);
    print(measurement.run());
    return measurement.isLossless() ? 0 : 1;
  }

  @Command(description = "From submission to promise, compared with a bare call to all agents.")
  int promise(
      @Option(names = "--agents", defaultValue = "200") int agents,
      @Option(names = "--rounds", defaultValue = "200") int rounds,
      @Option(
              names = "--deadline-seconds",
              defaultValue = "3600",
              description = "Of the bag; a cluster can run 64 of its tasks per minute.")
          long deadlineSeconds)
      throws Exception {
    return print(
        new PromiseMeasurement(agents, rounds, deadlineSeconds * Time.SECOND_MILLIS).run());
  }

  @Command(description = "Bags with overestimated local jobs, by rescheduling policy.")
  int coordination(
      @Option(names = "--bags", defaultValue = "200") int bags,
      @Option(names = "--policies", defaultValue = "uncoordinated,coordinated", split = ",")
          List<String> policies)
      throws Exception {
    return print(new ReschedulingMeasurement(policies, bags).run());
  }

  @Command(description = "The same bags in the auction under each clearing policy.")
  int auction(
      @Option(names = "--bags", defaultValue = "200") int bags,
      @Option(names = "--policies", defaultValue = "dam,late-binding", split = ",")
          List<String> policies)
      throws Exception {
    return print(new AuctionMeasurement(policies, bags).run());
  }

  @Command(description = "From one replica to the agents of another: by PostgreSQL, and directly.")
  int relay(
      @Option(names = "--agents", defaultValue = "200,2000", split = ",") List<Integer> agents,
      @Option(names = "--rounds", defaultValue = "50") int rounds)
      throws Exception {
    return print(new RelayMeasurement(agents, rounds).run());
  }

  @Command(description = "The network cost of a call for offers to many agents.")
  int calls(
      @Option(names = "--agents", defaultValue = "200") int agents,
      @Option(names = "--rounds", defaultValue = "200") int rounds)
      throws Exception {
    CallMeasurement.run(agents, rounds);
    return 0;
  }

  @Command(description = "Commits, payments and files of the server's store.")
  int store() throws Exception {
    StoreMeasurement.run();
    return 0;
  }

  @Command(
      name = "local-users",
      description = "How long local jobs wait beside bags, compared with the same jobs alone.")
  int localUsers(
      @Option(names = "--seconds", defaultValue = "240") int seconds,
      @Option(names = "--load", defaultValue = "0.8", description = "Of the local jobs.")
          double load,
      @Option(
              names = "--settings",
              defaultValue = "mode: idle",
              description = "Keys of the agent's configuration, as YAML.")
          String settings)
      throws Exception {
    return print(new LocalUsersMeasurement(settings, seconds, load).run());
  }

  @Command(description = "Whether the same bag always gets the same price and providers.")
  int prices(@Option(names = "--rounds", defaultValue = "10") int rounds) throws Exception {
    return print(new PriceMeasurement(rounds).run());
  }

  @Command(
      description =
          "How late bags end at two clusters of which one has half the speed: learned, and not.")
  int speed(
      @Option(names = "--rounds", defaultValue = "1") int rounds,
      @Option(names = "--tasks", defaultValue = "200", description = "Of each of two bags.")
          int tasks)
      throws Exception {
    return print(new SpeedMeasurement(rounds, tasks).run());
  }

  @Command(
      name = "data-promises",
      description =
          "Promises of bags that take longer to stage than to run, behind slow links: with the time"
              + " for data in offers, and without.")
  int dataPromises(
      @Option(names = "--bags", defaultValue = "14") int bags,
      @Option(names = "--providers", defaultValue = "6") int providers,
      @Option(names = "--megabytes", defaultValue = "8", description = "Of each bag's input.")
          int megabytes)
      throws Exception {
    DataPromiseMeasurement measurement = new DataPromiseMeasurement(bags, providers, megabytes);
    print(measurement.run());
    return measurement.isTargetMet() ? 0 : 1;
  }

  @Command(description = "How soon a user sees that all tasks of a bag fail, and what it costs.")
  int failures(@Option(names = "--tasks", defaultValue = "2000") int tasks) throws Exception {
    return print(new FailureMeasurement(tasks).run());
  }

  @Command(description = "What the sandbox of a task costs in a pilot, compared with none.")
  int sandbox(
      @Option(names = "--tasks", defaultValue = "1000") int tasks,
      @Option(names = "--rounds", defaultValue = "5") int rounds,
      @Option(names = "--command", defaultValue = "true", description = "Of each task.")
          String command)
      throws Exception {
    return print(new SandboxMeasurement(command, tasks, rounds).run());
  }

  @Command(description = "What the container of a task costs, compared with none.")
  int containers(
      @Option(names = "--tasks", defaultValue = "500") int tasks,
      @Option(names = "--processors", defaultValue = "16") int processors,
      @Option(names = "--rounds", defaultValue = "3") int rounds,
      @Option(names = "--jobs", description = "Each task is a job, in place of pilots.")
          boolean asJobs,
      @Option(names = "--runtime", defaultValue = "bubblewrap", description = "Of containers.")
          String runtime,
      @Option(names = "--command", defaultValue = "sleep 1", description = "Of each task.")
          String command)
      throws Exception {
    LocalRun run = new LocalRun(command, tasks, processors);
    return print(new ContainerMeasurement(run, asJobs, rounds, runtime).run());
  }

  @Command(description = "Whether missing and too large outputs are counted and kept.")
  int outputs() throws Exception {
    return print(new OutputMeasurement().run());
  }
}
