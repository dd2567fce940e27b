package tender.agent.batch.slurm;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.LocalJob;
import tender.fuzz.FuzzTarget;
import tender.fuzz.Properties;

/** The output of squeue, which contains names and folders that the cluster's users choose. */
public final class SqueueTarget implements FuzzTarget {
  private static final int MAX_JOBS = 1_000;

  @Override
  public String name() {
    return "squeue";
  }

  @Override
  public void read(byte[] input) {
    var reader = new SqueueReader("me", Path.of("/work"), "MARK", MAX_JOBS);
    try {
      reader.read(new String(input, StandardCharsets.UTF_8));
    } catch (BatchSystemException e) {
      return;
    }
    Properties.between(
        reader.local().size() + reader.own().size(),
        0,
        input.length + MAX_JOBS,
        "The number of jobs");
    for (LocalJob job : reader.local()) {
      Properties.between(job.processors(), 0, Integer.MAX_VALUE, "The number of processors");
      Properties.between(job.limitMillis(), 1, LocalJob.UNLIMITED_MILLIS, "A time limit");
    }
    reader.own().forEach(task -> Properties.between(task.arrayIndex(), 0, 99_999_999, "An index"));
  }
}
