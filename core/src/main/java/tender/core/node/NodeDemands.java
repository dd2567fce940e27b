package tender.core.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tender.core.resource.NodeCluster;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/** The demands of one profile, so that equal requests are prepared once. */
final class NodeDemands {
  /** When there are more different requests, all of them are forgotten to limit the memory. */
  private static final int MAX_DEMANDS = 4_096;

  private static final int RECENT = 256;

  private final NodeCluster cluster;
  private final IndexLayout layout;

  /** Demands by a few properties of their requests: hashing a whole request takes much longer. */
  private final @Nullable TaskRequest[] recentRequests = new @Nullable TaskRequest[RECENT];

  private final @Nullable NodeDemand[] recentDemands = new @Nullable NodeDemand[RECENT];
  private final Map<TaskRequest, NodeDemand> demands = new LinkedHashMap<>();

  NodeDemands(NodeCluster cluster, IndexLayout layout) {
    this.cluster = cluster;
    this.layout = layout;
  }

  NodeDemand of(TaskRequest request) {
    int place = recentPlace(request);
    NodeDemand recent = recentDemands[place];
    if (recent != null && request.equals(recentRequests[place])) {
      return recent;
    }
    NodeDemand known = demands.get(request);
    NodeDemand demand = known != null ? known : add(request);
    recentRequests[place] = request;
    recentDemands[place] = demand;
    return demand;
  }

  private static int recentPlace(TaskRequest request) {
    ResourceAmounts amounts = request.perNode();
    int hash = 31 * (31 * request.nodes() + amounts.processors()) + amounts.gpus();
    return (hash ^ (amounts.memoryMib() * 37) ^ (amounts.memoryMib() >>> 7)) & (RECENT - 1);
  }

  private NodeDemand add(TaskRequest request) {
    if (demands.size() == MAX_DEMANDS) {
      demands.clear();
      Arrays.fill(recentRequests, null);
      Arrays.fill(recentDemands, null);
    }
    List<Integer> kinds = new ArrayList<>();
    for (int kind = 0; kind < cluster.groups().size(); kind++) {
      if (cluster.groups().get(kind).kind().suits(request)) {
        kinds.add(kind);
      }
    }
    NodeDemand demand = new NodeDemand(cluster, request, kinds, layout);
    demands.put(request, demand);
    return demand;
  }
}
