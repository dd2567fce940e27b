package tender.experiments.nodes;

/** What a scheduler knows about the machine. */
public enum NodesVariant {
  /** Only the number of processors. */
  PROCESSORS("processors only"),

  /** Nodes, and the processors that jobs take on them. */
  NODES("nodes"),

  /** Nodes, and the processors and memory that jobs take on them. */
  MEMORY("nodes and memory");

  private final String title;

  NodesVariant(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}
