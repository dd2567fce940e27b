package tender.measure.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * Tasks with the same command, run as processes of this machine.
 *
 * @param slots how many run at a time
 */
public record LocalRun(String command, int tasks, int slots) {
  private static final long LIMIT_MILLIS = Time.HOUR_MILLIS;
  private static final int POLL_MILLIS = 5;

  /** Creates the folder of a part. */
  public static PartFolder createPart(WorkFolder workFolder) throws IOException {
    var call = new CallId(new BagId("bag"), 1);
    PartFolder part = workFolder.partFolder(new ReservationId(call, 0, new ProviderId("here")));
    part.create();
    return part;
  }

  /** Seconds until all tasks have ended, run by as many pilots as there are slots. */
  public double withPilots(WorkFolder workFolder, PartFolder part)
      throws IOException, InterruptedException {
    List<ChunkTask> chunk = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      part.prepare(task);
      chunk.add(new ChunkTask(task, task, 0));
    }
    Path folder =
        part.writeChunk(
            "pilots",
            tasks,
            chunk,
            new PilotArray(slots, tasks, Time.MINUTE_MILLIS, LIMIT_MILLIS),
            Optional.of(command));
    return seconds(workFolder, part, job("pilots", folder, slots));
  }

  /** Seconds until all tasks have ended, each a job of its own. */
  public double asJobs(WorkFolder workFolder, PartFolder part)
      throws IOException, InterruptedException {
    List<ChunkTask> chunk = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      part.prepare(task, command);
      chunk.add(new ChunkTask(task, task, 0));
    }
    return seconds(workFolder, part, job("jobs", part.writeChunk("jobs", tasks, chunk), tasks));
  }

  private ArrayJob job(String name, Path folder, int size) {
    return new ArrayJob(name, folder, size, 1, LIMIT_MILLIS, slots, Optional.empty());
  }

  private double seconds(WorkFolder workFolder, PartFolder part, ArrayJob job)
      throws IOException, InterruptedException {
    var system = new ProcessBatchSystem(workFolder, slots);
    long beganNanos = System.nanoTime();
    system.submit(job);
    while (!system.queue().ownTasks().isEmpty()) {
      Thread.sleep(POLL_MILLIS);
    }
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    if (part.taskExits().stream().filter(exit -> exit.exitCode() == 0).count() != tasks) {
      throw new IllegalStateException("Not all tasks succeeded. Files: " + workFolder.path());
    }
    return seconds;
  }
}
