package tender.server.model;

/**
 * The share of the work that one of several replicas does first. If it is late, all do it.
 *
 * @param index the replica's position among those that are alive
 * @param count how many are alive
 */
public record ReplicaShare(int index, int count) {
  /** The share of the only replica. */
  public static final ReplicaShare ALL = new ReplicaShare(0, 1);

  public ReplicaShare {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException(
          "The position of a replica is %d, and must be from 0 to %d.".formatted(index, count - 1));
    }
  }
}
