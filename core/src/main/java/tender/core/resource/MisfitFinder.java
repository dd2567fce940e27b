package tender.core.resource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import tender.core.resource.NodeCluster.Group;

/**
 * Finds the first reason for which a task fits no node. It checks one requirement after the other
 * and keeps the kinds of nodes that meet it. The requirement that no remaining kind meets is the
 * reason, so that it stays correct if each requirement alone is met by some node.
 */
final class MisfitFinder {
  /** Scarce resources first, because they determine which other amounts are reachable. */
  private static final List<Resource> ORDER =
      List.of(Resource.GPUS, Resource.MEMORY, Resource.SCRATCH, Resource.PROCESSORS);

  private final NodeCluster cluster;
  private final TaskRequest request;
  private List<Group> remaining;

  private MisfitFinder(NodeCluster cluster, TaskRequest request) {
    this.cluster = cluster;
    this.request = request;
    this.remaining = cluster.groups();
  }

  static Optional<Misfit> find(NodeCluster cluster, TaskRequest request) {
    MisfitFinder finder = new MisfitFinder(cluster, request);
    return finder
        .missingFeature()
        .or(finder::missingGpuType)
        .or(finder::tooLittle)
        .or(finder::tooFewNodes);
  }

  private Optional<Misfit> missingFeature() {
    for (String feature : request.features()) {
      List<Group> having = having(remaining, feature);
      if (having.isEmpty()) {
        boolean onOtherNodes = !having(cluster.groups(), feature).isEmpty();
        return Optional.of(new Misfit.MissingFeature(feature, onOtherNodes));
      }
      remaining = having;
    }
    return Optional.empty();
  }

  private static List<Group> having(List<Group> groups, String feature) {
    return groups.stream().filter(group -> group.kind().features().contains(feature)).toList();
  }

  private Optional<Misfit> missingGpuType() {
    SortedSet<String> available = new TreeSet<>();
    List<Group> having = new ArrayList<>();
    for (Group group : remaining) {
      if (group.kind().hasProperties(request)) {
        having.add(group);
      } else if (!group.kind().gpuType().isEmpty()) {
        available.add(group.kind().gpuType());
      }
    }
    if (having.isEmpty()) {
      return Optional.of(
          new Misfit.MissingGpuType(
              request.gpuType(), Collections.unmodifiableSortedSet(available)));
    }
    remaining = having;
    return Optional.empty();
  }

  private Optional<Misfit> tooLittle() {
    for (Resource resource : ORDER) {
      int requested = request.perNode().amount(resource);
      int most = most(remaining, resource);
      if (most < requested) {
        int clusterMost = most(cluster.groups(), resource);
        return Optional.of(new Misfit.TooLittle(resource, requested, most, clusterMost));
      }
      remaining =
          remaining.stream()
              .filter(group -> group.kind().total().amount(resource) >= requested)
              .toList();
    }
    return Optional.empty();
  }

  private static int most(List<Group> groups, Resource resource) {
    return groups.stream().mapToInt(group -> group.kind().total().amount(resource)).max().orElse(0);
  }

  private Optional<Misfit> tooFewNodes() {
    int suitable = remaining.stream().mapToInt(Group::nodes).sum();
    return suitable < request.nodes()
        ? Optional.of(new Misfit.TooFewNodes(request.nodes(), suitable))
        : Optional.empty();
  }
}
