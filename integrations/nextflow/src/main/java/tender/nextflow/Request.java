package tender.nextflow;

import java.util.List;
import java.util.Map;
import nextflow.executor.res.AcceleratorResource;
import nextflow.processor.TaskConfig;
import nextflow.processor.TaskRun;

/**
 * What a task of a process needs. Tasks with equal requests can be in one bag.
 *
 * @param process the name of the process
 * @param memoryMib 0 if the process does not say
 */
record Request(
    String process,
    int processors,
    long memoryMib,
    int gpus,
    String gpuType,
    long scratchMib,
    long runtimeMillis) {

  static Request of(TaskRun task, long defaultRuntimeMillis) {
    TaskConfig config = task.getConfig();
    AcceleratorResource accelerator = config.getAccelerator();
    Integer gpus = accelerator == null ? null : accelerator.getRequest();
    String gpuType = accelerator == null ? null : accelerator.getType();
    return new Request(
        task.getProcessor().getName(),
        Math.max(1, config.getCpus()),
        config.getMemory() == null ? 0 : config.getMemory().toMega(),
        gpus == null ? 0 : gpus,
        gpuType == null ? "" : gpuType,
        config.getDisk() == null ? 0 : config.getDisk().toMega(),
        config.getTime() == null ? defaultRuntimeMillis : config.getTime().toMillis());
  }

  /** As it is in a work order; empty if nothing but processors is needed. */
  Map<String, Object> resources() {
    if (memoryMib == 0 && gpus == 0 && scratchMib == 0) {
      return Map.of();
    }
    return Map.of(
        "memoryMib", memoryMib == 0 ? List.of() : List.of(memoryMib),
        "gpus", gpus,
        "gpuType", gpuType,
        "scratchMib", scratchMib,
        "features", List.of(),
        "exclusive", false);
  }
}
