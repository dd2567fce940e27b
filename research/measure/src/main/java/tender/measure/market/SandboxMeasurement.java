package tender.measure.market;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.Time;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.LocalRun;
import tender.support.files.SecureDeletion;

/**
 * What a sandbox costs per task: the same tasks, run by pilots on all processors of this machine,
 * in sandboxes and without. The two alternate, so that other load affects both.
 */
final class SandboxMeasurement {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final String command;
  private final int tasks;
  private final int rounds;

  SandboxMeasurement(String command, int tasks, int rounds) {
    this.command = command;
    this.tasks = tasks;
    this.rounds = rounds;
  }

  MeasurementReport run() throws IOException, InterruptedException {
    var report =
        new MeasurementReport(
            "%d tasks of `%s` by %d pilots".formatted(tasks, command, PROCESSORS));
    var without = new Distribution();
    var inside = new Distribution();
    var added = new Distribution();
    var ratio = new Distribution();
    for (int round = 0; round < rounds; round++) {
      double plainSeconds = measure(Optional.empty());
      double sandboxedSeconds =
          measure(Optional.of(new Sandbox(/* network= */ false, List.of(), List.of())));
      without.add(tasks / plainSeconds);
      inside.add(tasks / sandboxedSeconds);
      // Each pilot runs its tasks one after the other.
      added.add((sandboxedSeconds - plainSeconds) * Time.SECOND_MILLIS * PROCESSORS / tasks);
      ratio.add(plainSeconds / sandboxedSeconds);
      System.err.printf(
          "round %d: %.1f s without, %.1f s in sandboxes%n", round, plainSeconds, sandboxedSeconds);
    }
    report.add("rounds", rounds);
    report.add("without sandbox, tasks/s", without);
    report.add("in sandboxes, tasks/s", inside);
    report.add("added by the sandbox, ms per task", added);
    report.add("throughput in sandboxes, of that without", ratio);
    return report;
  }

  /** Seconds until all tasks have ended. */
  private double measure(Optional<Sandbox> sandbox) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tender-sandbox");
    try {
      var workFolder = new WorkFolder(folder, sandbox);
      workFolder.install();
      return new LocalRun(command, tasks, PROCESSORS)
          .withPilots(workFolder, LocalRun.createPart(workFolder));
    } finally {
      SecureDeletion.deleteTree(folder);
    }
  }
}
