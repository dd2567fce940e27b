package tender.measure.market;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.support.files.SecureDeletion;

/**
 * What a sandbox costs per task: the same tasks, run by pilots on all processors of this machine,
 * in sandboxes and without. The two alternate, so that other load affects both.
 */
final class SandboxMeasurement {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final long LIMIT_MILLIS = Time.HOUR_MILLIS;
  private static final int POLL_MILLIS = 5;

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
      var call = new CallId(new BagId("bag"), 1);
      PartFolder part = workFolder.partFolder(new ReservationId(call, 0, new ProviderId("here")));
      part.create();
      ArrayJob job = job(part);
      var system = new ProcessBatchSystem(workFolder, PROCESSORS);
      long beganNanos = System.nanoTime();
      system.submit(job);
      while (!system.queue().ownTasks().isEmpty()) {
        Thread.sleep(POLL_MILLIS);
      }
      double seconds = (System.nanoTime() - beganNanos) / 1e9;
      if (part.taskExits().stream().filter(exit -> exit.exitCode() == 0).count() != tasks) {
        throw new IllegalStateException("Not all tasks succeeded. Files: " + folder);
      }
      return seconds;
    } finally {
      SecureDeletion.deleteTree(folder);
    }
  }

  private ArrayJob job(PartFolder part) throws IOException {
    var chunk = new ArrayList<ChunkTask>();
    for (int task = 0; task < tasks; task++) {
      part.prepare(task);
      chunk.add(new ChunkTask(task, task, 0));
    }
    Path folder =
        part.writeChunk(
            "pilots",
            tasks,
            chunk,
            new PilotArray(PROCESSORS, tasks, Time.MINUTE_MILLIS, LIMIT_MILLIS),
            Optional.of(command));
    return new ArrayJob(
        "pilots", folder, PROCESSORS, 1, LIMIT_MILLIS, PROCESSORS, Optional.empty());
  }
}
