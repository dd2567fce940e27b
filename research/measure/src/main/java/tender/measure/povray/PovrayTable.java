package tender.measure.povray;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cost and the accuracy of a profiler, on this machine and without a market: the whole
 * animation and samples of it at several sizes, compared with the real time of each frame (Netto
 * and Buyya, "Coordinated rescheduling", 2012, Table I and figure 4). All times are CPU seconds,
 * which do not depend on other load of the machine.
 */
final class PovrayTable {
  /** The paper's 640x480, 320x240 and 160x120 of 2048x1536. */
  private static final List<Double> SHRINKS = List.of(3.2, 6.4, 12.8);

  private static final List<Integer> EVERY = List.of(2, 4, 8, 16);
  private static final double SAMPLES_SHRINK = 6.4;

  /** The profiler's line about the frame that it renders in full. */
  private static final Pattern BASE =
      Pattern.compile("(\\S+) s, of which (\\S+) s traced by (\\S+) s");

  private static final Pattern PROCESSOR = Pattern.compile("with (\\S+) CPU-seconds");

  private final MarblesAnimation marbles;

  PovrayTable(MarblesAnimation marbles) {
    this.marbles = marbles;
  }

  /** The cost of a profiler and its prediction, in CPU seconds. */
  record Row(int every, double shrink, double seconds, Prediction prediction) {}

  List<Row> measure() throws IOException, InterruptedException {
    Map<Integer, Double> real = new TreeMap<>();
    for (int task = 0; task < marbles.frames(); task++) {
      run("./render.sh", rendering(task));
      real.put(task, processorSeconds("povray.log"));
    }
    List<Row> rows = new ArrayList<>();
    for (double shrink : SHRINKS) {
      rows.add(row(1, shrink, real));
    }
    for (int every : EVERY) {
      rows.add(row(every, SAMPLES_SHRINK, real));
    }
    return rows;
  }

  private String rendering(int task) {
    return "%d %d %d %d".formatted(task + 1, marbles.frames(), marbles.width(), marbles.height());
  }

  private Row row(int every, double shrink, Map<Integer, Double> real)
      throws IOException, InterruptedException {
    Output output = run("./profile.sh", marbles.profilerArguments(every, shrink));
    Matcher base = BASE.matcher(output.err());
    if (!base.find()) {
      throw new IllegalStateException("The profiler did not print its base frame: " + output);
    }
    double restSeconds = Double.parseDouble(base.group(1)) - Double.parseDouble(base.group(2));
    double busy = Double.parseDouble(base.group(3)) / Double.parseDouble(base.group(2));
    Map<Integer, Double> predicted = new TreeMap<>();
    output
        .out()
        .lines()
        .map(line -> line.split(" "))
        .forEach(
            line ->
                predicted.put(
                    Integer.valueOf(line[0]), (Double.parseDouble(line[1]) - restSeconds) * busy));
    double seconds = processorSeconds("small.log") + processorSeconds("povray.log");
    return new Row(every, shrink, seconds, Prediction.of(predicted, real));
  }

  /** The CPU seconds of all frames in a log of POV-Ray. */
  private double processorSeconds(String log) throws IOException {
    return PROCESSOR
        .matcher(Files.readString(marbles.folder().resolve(log)))
        .results()
        .mapToDouble(result -> Double.parseDouble(result.group(1)))
        .sum();
  }

  private record Output(String out, String err) {}

  private Output run(String script, String arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script));
    command.addAll(List.of(arguments.split(" ")));
    Path out = marbles.folder().resolve("printed.out");
    Path err = marbles.folder().resolve("printed.err");
    Process process =
        new ProcessBuilder(command)
            .directory(marbles.folder().toFile())
            .redirectError(err.toFile())
            .redirectOutput(out.toFile())
            .start();
    int exitCode = process.waitFor();
    Output output = new Output(Files.readString(out), Files.readString(err));
    if (exitCode != 0) {
      throw new IOException(command + " ended with " + exitCode + ": " + output);
    }
    return output;
  }
}
