package tender.agent.batch.slurm;

import java.util.ArrayList;
import java.util.List;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.JobLabels;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.Time;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/** Builds the command that submits an array. */
final class SbatchCommand {
  private SbatchCommand() {}

  static List<String> of(ArrayJob job, SlurmSettings settings, WorkFolder workFolder) {
    // Slurm counts time limits in minutes.
    long limitMinutes = Math.ceilDiv(job.limitMillis(), Time.MINUTE_MILLIS);
    List<String> command = new ArrayList<>(List.of("sbatch"));
    // The owner's options come first, so that they cannot override those that the agent needs.
    boolean hasMemory =
        job.request().filter(request -> request.perNode().memoryMib() > 0).isPresent();
    settings.options().arguments().stream()
        // Slurm accepts one of --mem, --mem-per-cpu and --mem-per-gpu.
        .filter(option -> !(hasMemory && option.startsWith("--mem")))
        .forEach(command::add);
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
    job.request().ifPresent(request -> command.addAll(requested(request)));
    job.labels().map(JobLabels::comment).ifPresent(text -> command.add("--comment=" + text));
    job.reservation().ifPresent(reservation -> command.add("--reservation=" + reservation));
    command.add(workFolder.script().toString());
    command.add(job.folder().toString());
    command.add(Long.toString(60 * limitMinutes));
    return command;
  }

  /** Asks Slurm whether it would accept a job of the agent; nothing is submitted. */
  static List<String> trial(SlurmSettings settings) {
    List<String> command = new ArrayList<>(List.of("sbatch", "--test-only"));
    command.addAll(settings.options().arguments());
    command.addAll(
        List.of("--partition=" + settings.partition(), "--ntasks=1", "--time=1", "--wrap=true"));
    return command;
  }

  /** The options for what a task requests besides processors. */
  private static List<String> requested(TaskRequest request) {
    List<String> options = new ArrayList<>();
    ResourceAmounts amounts = request.perNode();
    if (amounts.memoryMib() > 0) {
      options.add("--mem=" + amounts.memoryMib() + "M");
    }
    if (amounts.gpus() > 0) {
      String type = request.gpuType().isEmpty() ? "" : request.gpuType() + ":";
      options.add("--gres=gpu:" + type + amounts.gpus());
    }
    if (amounts.scratchMib() > 0) {
      options.add("--tmp=" + amounts.scratchMib() + "M");
    }
    if (!request.features().isEmpty()) {
      options.add("--constraint=" + String.join("&", request.features()));
    }
    if (request.exclusive()) {
      options.add("--exclusive");
    }
    return options;
  }
}
