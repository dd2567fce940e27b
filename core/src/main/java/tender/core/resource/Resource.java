package tender.core.resource;

/** A resource of a node that tasks share by amounts. */
public enum Resource {
  PROCESSORS("processors", false),
  MEMORY("memory", true),
  GPUS("GPUs", false),
  SCRATCH("scratch disk", true);

  private static final int GIB_MIB = 1_024;

  private final String label;
  private final boolean inMib;

  Resource(String label, boolean inMib) {
    this.label = label;
    this.inMib = inMib;
  }

  /** The name of the resource in messages. */
  public String label() {
    return label;
  }

  /** An amount with its unit, such as {@code 1500 MiB memory} or {@code 2 GiB memory}. */
  public String text(int amount) {
    return amountText(amount) + " " + label;
  }

  /** An amount with its unit, without the name of the resource. */
  public String amountText(int amount) {
    if (!inMib) {
      return Integer.toString(amount);
    }
    return amount >= GIB_MIB && amount % GIB_MIB == 0 ? amount / GIB_MIB + " GiB" : amount + " MiB";
  }
}
