package tender.simulator.cluster;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import tender.core.model.Time;
import tender.core.node.NodeProfile;
import tender.core.node.schedule.NodeConservativeScheduler;
import tender.core.node.schedule.NodeEasyScheduler;
import tender.core.node.schedule.NodeScheduler;
import tender.core.resource.NodeCluster;

/**
 * The schedulers for empty nodes, by the names that {@link Schedulers} has for the same rules on a
 * machine without nodes.
 */
public final class NodeSchedulers {
  private static final Map<String, Function<NodeCluster, NodeScheduler>> BY_NAME =
      new LinkedHashMap<>();

  static {
    BY_NAME.put("easy", cluster -> new NodeEasyScheduler(empty(cluster)));
    BY_NAME.put("conservative", cluster -> new NodeConservativeScheduler(empty(cluster), true));
    BY_NAME.put(
        "conservative-no-compression",
        cluster -> new NodeConservativeScheduler(empty(cluster), false));
  }

  private NodeSchedulers() {}

  /** All schedulers, in the order in which they are listed to users. */
  public static Map<String, Function<NodeCluster, NodeScheduler>> all() {
    return Collections.unmodifiableMap(BY_NAME);
  }

  private static NodeProfile empty(NodeCluster cluster) {
    return NodeProfile.of(-Time.LIMIT_MILLIS, cluster);
  }
}
