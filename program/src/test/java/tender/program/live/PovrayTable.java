package tender.program.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a profiler costs and how right it is, on this machine and without a market: the whole
 * animation and samples of it, at several sizes, beside the time that each frame really takes
 * (Netto and Buyya, "Coordinated rescheduling", 2012, Table I and figure 4).
 */
final class PovrayTable {
  /** The paper's 640x480, 320x240 and 160x120 of 2048x1536. */
  private static final List<Double> SHRINKS = List.of(3.2, 6.4, 12.8);

  private static final List<Integer> EVERY = List.of(2, 4, 8, 16);
  private static final double SAMPLES_SHRINK = 6.4;

  private final Marbles marbles;

  PovrayTable(Marbles marbles) {
    this.marbles = marbles;
  }

  /** A profiler's cost, in seconds, and what it said. */
  record Row(int every, double shrink, double seconds, Prediction prediction) {}

  List<Row> measure() throws IOException, InterruptedException {
    Map<Integer, Double> real = new TreeMap<>();
    for (int task = 0; task < marbles.frames(); task++) {
      real.put(task, Double.valueOf(run("./render.sh", rendering(task)).strip()));
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
    long beganNanos = System.nanoTime();
    String printed = run("./profile.sh", marbles.profilerArguments(every, shrink));
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    Map<Integer, Double> predicted = new TreeMap<>();
    printed
        .lines()
        .map(line -> line.split(" "))
        .forEach(line -> predicted.put(Integer.valueOf(line[0]), Double.valueOf(line[1])));
    return new Row(every, shrink, seconds, Prediction.of(predicted, real));
  }

  private String run(String script, String arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script));
    command.addAll(List.of(arguments.split(" ")));
    Path printed = Files.createTempFile("povray", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(marbles.folder().toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .redirectOutput(printed.toFile())
              .start();
      if (process.waitFor() != 0) {
        throw new UncheckedIOException(
            new IOException(command + " ended with " + process.exitValue() + "."));
      }
      return Files.readString(printed);
    } finally {
      Files.delete(printed);
    }
  }
}
