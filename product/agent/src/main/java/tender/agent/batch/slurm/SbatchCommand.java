package tender.agent.batch.slurm;

import java.util.ArrayList;
import java.util.List;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.JobLabels;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.Time;

/** Builds the command that submits an array. */
final class SbatchCommand {
  private SbatchCommand() {}

  static List<String> of(ArrayJob job, SlurmSettings settings, WorkFolder workFolder) {
    // Slurm counts time limits in minutes.
    long limitMinutes = Math.ceilDiv(job.limitMillis(), Time.MINUTE_MILLIS);
    List<String> command = new ArrayList<>(List.of("sbatch"));
    // The owner's options come first, so that they cannot override those that the agent needs.
    command.addAll(settings.options().arguments());
    command.addAll(
        List.of(
            "--parsable",
            "--job-name=" + job.name(),
            "--array=0-" + (job.size() - 1) + "%" + job.maxRunning(),
            "--partition=" + settings.partition(),
            "--ntasks=1",
            "--cpus-per-task=" + job.width(),
            "--time=" + limitMinutes,
            "--nice=" + settings.nice(),
            "--no-requeue",
            // SqueueReader also recognises the agent's jobs by this folder.
            "--chdir=" + workFolder.path(),
            "--output=/dev/null",
            "--error=/dev/null",
            // Passes on this command's environment, which contains only what tasks should
            // inherit.
            "--export=ALL"));
    job.labels().map(JobLabels::comment).ifPresent(text -> command.add("--comment=" + text));
    job.reservation().ifPresent(reservation -> command.add("--reservation=" + reservation));
    command.add(workFolder.script().toString());
    command.add(job.folder().toString());
    command.add(Long.toString(60 * limitMinutes));
    return command;
  }
}
