package tender.cli.slurm.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.bagfile.TaskCommand;

/** The variables that Slurm would set for a script, as shell lines. */
final class JobVariables {
  private static final String NODES = "1";

  private final SortedMap<String, String> variables = new TreeMap<>();

  /** Sets the variables that depend on the job's resources. */
  void setResources(JobResources resources, boolean hasProcesses, boolean hasProcessors) {
    String processes = Long.toString(resources.processes());
    String processors = Long.toString(resources.processors());
    List.of("SLURM_NNODES", "SLURM_JOB_NUM_NODES").forEach(name -> variables.put(name, NODES));
    List.of("SLURM_NODEID", "SLURM_PROCID", "SLURM_LOCALID", "SLURM_GTIDS")
        .forEach(name -> variables.put(name, "0"));
    variables.put("SLURM_CPUS_ON_NODE", processors);
    variables.put("SLURM_JOB_CPUS_PER_NODE", processors);
    variables.put("SLURM_TASKS_PER_NODE", processes);
    if (hasProcesses) {
      variables.put("SLURM_NTASKS", processes);
      variables.put("SLURM_NPROCS", processes);
    }
    if (hasProcessors) {
      variables.put("SLURM_CPUS_PER_TASK", Long.toString(resources.processorsOfProcess()));
    }
    resources
        .memoryPerProcessor()
        .ifPresentOrElse(
            size -> variables.put("SLURM_MEM_PER_CPU", size.toString()),
            () ->
                resources
                    .memory()
                    .ifPresent(size -> variables.put("SLURM_MEM_PER_NODE", size.toString())));
    if (resources.gpus() > 0) {
      String gpus = Long.toString(resources.gpus());
      List.of("SLURM_GPUS", "SLURM_GPUS_ON_NODE", "SLURM_GPUS_PER_NODE")
          .forEach(name -> variables.put(name, gpus));
    }
  }

  void setArray(ArrayIndexes array) {
    variables.put("SLURM_ARRAY_TASK_COUNT", Integer.toString(array.indexes().size()));
    variables.put("SLURM_ARRAY_TASK_MIN", array.indexes().getFirst().toString());
    variables.put("SLURM_ARRAY_TASK_MAX", array.indexes().getLast().toString());
    variables.put("SLURM_ARRAY_TASK_STEP", Integer.toString(array.step()));
  }

  /** Sets what the options say, where they are given. */
  void setOptions(String name, Map<String, Optional<String>> options) {
    variables.put("SLURM_JOB_NAME", name);
    variables.put("SLURM_JOB_USER", System.getProperty("user.name"));
    options.forEach((variable, value) -> value.ifPresent(text -> variables.put(variable, text)));
  }

  void set(String variable, String value) {
    variables.put(variable, value);
  }

  /** The signal that the script gets after some time, counted from its start. */
  void setSignal(String signal, Duration after) {
    variables.put("tender_signal", signal);
    variables.put("tender_signal_after", Long.toString(Math.max(0, after.toSeconds())));
  }

  /** Lines that set them. */
  String shellLines() {
    StringBuilder lines = new StringBuilder();
    variables.forEach(
        (name, value) ->
            lines.append(name).append('=').append(TaskCommand.shellQuoted(value)).append('\n'));
    return lines.toString();
  }
}
