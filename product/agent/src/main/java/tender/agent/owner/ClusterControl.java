package tender.agent.owner;

import tender.core.model.BagId;

/** What the owner page can read and change in the agent. */
public interface ClusterControl {
  /** The cluster as its owner sees it. Only the owner may see it. */
  ClusterView view();

  /** Changes the owner's capacity setting, from the next read of the queue on. */
  void setCapacity(CapacitySetting wanted);

  /**
   * Stops all parts of a bag, gives their tasks back to the market, and makes no offers for the bag
   * again.
   *
   * @return how many parts were stopped
   */
  int cancelBag(BagId bag);
}
