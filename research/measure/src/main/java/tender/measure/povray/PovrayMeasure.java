package tender.measure.povray;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tender.support.files.SecureDeletion;

/** The command behind {@code scripts/measure-povray}. */
@Command(
    name = "measure-povray",
    description = "Measures profilers with an animation that POV-Ray renders.",
    mixinStandardHelpOptions = true)
final class PovrayMeasure implements Callable<Integer> {
  @Option(names = "--frames", defaultValue = "60", scope = CommandLine.ScopeType.INHERIT)
  private int frames;

  @Option(names = "--width", defaultValue = "320", scope = CommandLine.ScopeType.INHERIT)
  private int width;

  @Option(names = "--height", defaultValue = "240", scope = CommandLine.ScopeType.INHERIT)
  private int height;

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new PovrayMeasure()).execute(arguments));
  }

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(
        new CommandLine(this), "Missing what to measure: market or table");
  }

  /** Work in a folder with the example. */
  private interface Work {
    void in(MarblesAnimation marbles) throws Exception;
  }

  private int with(int every, double shrink, Work work) throws Exception {
    Path folder = Files.createTempDirectory("povray");
    try {
      Path example = folder.resolve("marbles");
      work.in(new MarblesAnimation(example, frames, width, height, every, shrink));
    } finally {
      SecureDeletion.deleteTree(folder);
    }
    return 0;
  }

  @Command(description = "The animation through a server, agents and three Slurm clusters.")
  int market(
      @Option(names = "--every", defaultValue = "4") int every,
      @Option(names = "--shrink", defaultValue = "4") double shrink,
      @Option(names = "--deadline-seconds", defaultValue = "420") int deadlineSeconds,
      @Option(names = "--contact-sheet", description = "An image to write.") Optional<Path> sheet)
      throws Exception {
    return with(
        every,
        shrink,
        marbles ->
            PovrayMarketRun.run(
                "povray",
                marbles,
                Duration.ofSeconds(deadlineSeconds),
                outcome -> {
                  if (sheet.isPresent()) {
                    ContactSheet.write(outcome.frames(), sheet.get());
                  }
                  print(outcome);
                }));
  }

  private static void print(PovrayMarketRun.Outcome outcome) {
    Prediction prediction = outcome.prediction();
    double profiled = outcome.profilerSeconds().stream().mapToDouble(Double::doubleValue).sum();
    System.out.printf("task  predicted s  real s%n");
    prediction
        .predicted()
        .forEach(
            (task, seconds) ->
                System.out.printf(
                    "%4d  %11.2f  %6.2f%n", task, seconds, prediction.real().get(task)));
    System.out.printf(
        "frames                           %d, all PNG, at %s%n",
        outcome.frames().size(), outcome.sites());
    System.out.printf("real seconds of all frames       %.1f%n", prediction.realSeconds());
    System.out.printf(
        "overestimated by                 %.1f %%%n", 100 * prediction.overestimation());
    System.out.printf(
        "mean error of a frame            %.1f %%%n", 100 * prediction.meanAbsoluteError());
    System.out.printf("largest error of a frame         %.1f %%%n", 100 * prediction.worstError());
    System.out.printf(
        "profilers, in the queue and run  %s s, together %.1f %% of all frames%n",
        outcome.profilerSeconds(), 100 * profiled / prediction.realSeconds());
    System.out.printf("by the user's estimate done after %d s%n", outcome.userEstimateSeconds());
    System.out.printf(
        "promised to be done after        %d s%n", seconds(outcome, outcome.promised()));
    System.out.printf("done after                       %d s%n", seconds(outcome, outcome.ended()));
  }

  private static long seconds(PovrayMarketRun.Outcome outcome, Instant instant) {
    return Duration.between(outcome.submitted(), instant).toSeconds();
  }

  @Command(description = "Cost and accuracy of profilers, without a market.")
  int table() throws Exception {
    return with(1, 1, marbles -> new PovrayTable(marbles).measure().forEach(this::print));
  }

  private void print(PovrayTable.Row row) {
    Prediction prediction = row.prediction();
    System.out.printf(
        "| %s | %dx%d | %.1f | %.1f %% | %+.1f %% | %.1f %% | %.0f %% |%n",
        row.every() == 1 ? "all" : "every " + row.every() + "th",
        (int) (width / row.shrink()),
        (int) (height / row.shrink()),
        row.seconds(),
        100 * row.seconds() / prediction.realSeconds(),
        100 * prediction.overestimation(),
        100 * prediction.meanAbsoluteError(),
        100 * prediction.worstError());
  }
}
