package tender.core.resource;

import tender.core.check.ValueChecks;

/**
 * An amount of every {@link Resource}: what a node has, what is free on it, or what a task takes.
 *
 * @param memoryMib at most 2^31 - 1 MiB, which is 2 PiB
 * @param scratchMib disk space on the node itself, at most 2 PiB
 */
public record ResourceAmounts(int processors, int memoryMib, int gpus, int scratchMib) {
  public static final ResourceAmounts NONE = new ResourceAmounts(0, 0, 0, 0);

  public ResourceAmounts {
    ValueChecks.notNegative(processors, "The number of processors");
    ValueChecks.notNegative(memoryMib, "The memory in MiB");
    ValueChecks.notNegative(gpus, "The number of GPUs");
    ValueChecks.notNegative(scratchMib, "The scratch disk in MiB");
  }

  /** Processors without any other resource. */
  public static ResourceAmounts ofProcessors(int processors) {
    return new ResourceAmounts(processors, 0, 0, 0);
  }

  /** The amount of one resource. */
  public int amount(Resource resource) {
    return switch (resource) {
      case PROCESSORS -> processors;
      case MEMORY -> memoryMib;
      case GPUS -> gpus;
      case SCRATCH -> scratchMib;
    };
  }

  /** Whether no amount is greater than the other one of the same resource. */
  public boolean fitsIn(ResourceAmounts available) {
    return processors <= available.processors
        && memoryMib <= available.memoryMib
        && gpus <= available.gpus
        && scratchMib <= available.scratchMib;
  }

  /** Of each amount, this or the other, whichever is less. */
  public ResourceAmounts atMost(ResourceAmounts other) {
    return new ResourceAmounts(
        Math.min(processors, other.processors),
        Math.min(memoryMib, other.memoryMib),
        Math.min(gpus, other.gpus),
        Math.min(scratchMib, other.scratchMib));
  }
}
