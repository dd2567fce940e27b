package tender.core.node;

import java.util.ArrayList;
import java.util.List;
import tender.core.node.NodePlanViolation.ExclusiveNodeShared;
import tender.core.node.NodePlanViolation.MissingFeature;
import tender.core.node.NodePlanViolation.Oversubscribed;
import tender.core.node.NodePlanViolation.StartsTooEarly;
import tender.core.node.NodePlanViolation.UnknownNode;
import tender.core.node.NodePlanViolation.WrongGpuType;
import tender.core.node.NodePlanViolation.WrongNumberOfNodes;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeKind;
import tender.core.resource.Resource;

/**
 * Checks tasks on nodes, independently of the profile and the schedulers: it adds up what the tasks
 * take on each node at each instant at which one of them starts. It is simple and not fast.
 */
public final class NodePlanVerifier {
  private final NodeCluster cluster;
  private final List<NodeUse> uses;
  private final List<NodePlanViolation> violations = new ArrayList<>();

  private NodePlanVerifier(NodeCluster cluster, List<NodeUse> uses) {
    this.cluster = cluster;
    this.uses = uses;
  }

  /**
   * All violations of a plan; empty for a correct plan.
   *
   * @param running tasks that started before now or start now
   * @param planned tasks that wait, at most one for each task
   */
  public static List<NodePlanViolation> verify(
      NodeCluster cluster, long nowMillis, List<NodeUse> running, List<NodeUse> planned) {
    List<NodeUse> uses = new ArrayList<>(running);
    uses.addAll(planned);
    NodePlanVerifier verifier = new NodePlanVerifier(cluster, uses);
    verifier.checkStarts(planned, nowMillis);
    uses.forEach(verifier::checkNodes);
    for (int node = 0; node < cluster.nodes(); node++) {
      verifier.checkAmounts(node);
      verifier.checkExclusive(node);
    }
    return verifier.violations;
  }

  private void checkStarts(List<NodeUse> planned, long nowMillis) {
    for (NodeUse use : planned) {
      if (use.placement().startMillis() < nowMillis) {
        violations.add(new StartsTooEarly(use.job(), use.placement().startMillis(), nowMillis));
      }
    }
  }

  private void checkNodes(NodeUse use) {
    long different = use.placement().nodes().distinct().count();
    if (different != use.request().nodes()) {
      violations.add(new WrongNumberOfNodes(use.job(), use.request().nodes(), different));
    }
    use.placement().nodes().distinct().forEach(node -> checkProperties(use, node));
  }

  private void checkProperties(NodeUse use, int node) {
    if (node < 0 || node >= cluster.nodes()) {
      violations.add(new UnknownNode(use.job(), node));
      return;
    }
    NodeKind kind = cluster.kindOf(node);
    for (String feature : use.request().features()) {
      if (!kind.features().contains(feature)) {
        violations.add(new MissingFeature(use.job(), node, feature));
      }
    }
    String required = use.request().gpuType();
    if (!required.isEmpty() && !required.equals(kind.gpuType())) {
      violations.add(new WrongGpuType(use.job(), node, required, kind.gpuType()));
    }
  }

  private void checkAmounts(int node) {
    for (Resource resource : Resource.values()) {
      int total = cluster.kindOf(node).total().amount(resource);
      // The sum grows only where a task starts.
      uses.stream()
          .filter(use -> use.isOn(node))
          .mapToLong(use -> use.placement().startMillis())
          .sorted()
          .filter(instantMillis -> taken(node, resource, instantMillis) > total)
          .findFirst()
          .ifPresent(
              instantMillis ->
                  violations.add(
                      new Oversubscribed(
                          node,
                          resource,
                          instantMillis,
                          taken(node, resource, instantMillis),
                          total)));
    }
  }

  private long taken(int node, Resource resource, long instantMillis) {
    return uses.stream()
        .filter(use -> use.isOn(node) && use.covers(instantMillis))
        .mapToLong(use -> use.request().perNode().amount(resource))
        .sum();
  }

  private void checkExclusive(int node) {
    for (int index = 0; index < uses.size(); index++) {
      NodeUse use = uses.get(index);
      for (int otherIndex = 0; otherIndex < uses.size(); otherIndex++) {
        NodeUse other = uses.get(otherIndex);
        if (index != otherIndex && use.request().exclusive() && shareNode(use, other, node)) {
          violations.add(new ExclusiveNodeShared(use.job(), node, other.job()));
        }
      }
    }
  }

  private static boolean shareNode(NodeUse use, NodeUse other, int node) {
    return use.isOn(node)
        && other.isOn(node)
        && (use.covers(other.placement().startMillis())
            || other.covers(use.placement().startMillis()));
  }
}
