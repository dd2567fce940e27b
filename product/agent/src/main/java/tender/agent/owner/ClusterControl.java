package tender.agent.owner;

/** What the owner page can read and change in the agent. */
public interface ClusterControl {
  /** The cluster as its owner sees it. Only the owner may see it. */
  ClusterView view();

  /** Changes the owner's capacity setting, from the next read of the queue on. */
  void setCapacity(CapacitySetting wanted);
}
