package tender.core.resource;

/** A resource of a node that tasks share by amounts. */
public enum Resource {
  PROCESSORS("processors", ""),
  MEMORY("memory", " MiB"),
  GPUS("GPUs", ""),
  SCRATCH("scratch disk", " MiB");

  private final String label;
  private final String unit;

  Resource(String label, String unit) {
    this.label = label;
    this.unit = unit;
  }

  /** The name of the resource in messages. */
  public String label() {
    return label;
  }

  /** An amount with its unit, such as {@code 2048 MiB memory}. */
  public String text(int amount) {
    return amount + unit + " " + label;
  }
}
