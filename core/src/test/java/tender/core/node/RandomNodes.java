package tender.core.node;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.resource.NodeCluster;
import tender.core.resource.NodeCluster.Group;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/** Small random clusters of mixed nodes and jobs for them: crowded, with many ties. */
final class RandomNodes {
  private static final List<String> FEATURES = List.of("avx", "fast", "ib");
  private static final List<String> GPU_TYPES = List.of("", "a100", "k80");

  private RandomNodes() {}

  /** Up to three kinds with up to three nodes each. */
  static NodeCluster cluster(SplittableRandom random) {
    List<Group> groups = new ArrayList<>();
    int kinds = random.nextInt(1, 4);
    for (int i = 0; i < kinds; i++) {
      int gpus = random.nextInt(3);
      ResourceAmounts total =
          new ResourceAmounts(
              random.nextInt(1, 9), random.nextInt(1, 17), gpus, random.nextInt(0, 5));
      TreeSet<String> features = new TreeSet<>();
      FEATURES.forEach(
          feature -> {
            if (random.nextBoolean()) {
              features.add(feature);
            }
          });
      String gpuType = gpus == 0 ? "" : GPU_TYPES.get(random.nextInt(3));
      groups.add(new Group(new NodeKind("k" + i, total, gpuType, features), random.nextInt(1, 4)));
    }
    return new NodeCluster(groups);
  }

  /** Two kinds, one of them with more than 64 nodes. */
  static NodeCluster manyNodes(SplittableRandom random) {
    return new NodeCluster(
        List.of(
            new Group(
                NodeKind.of("small", new ResourceAmounts(2, 4, 0, 0)), random.nextInt(65, 80)),
            new Group(NodeKind.of("large", new ResourceAmounts(8, 16, 0, 0)), 10)));
  }

  /** Jobs in order of arrival that use up to half of the nodes. */
  static List<NodeJob> wideJobs(SplittableRandom random, NodeCluster cluster, int count) {
    List<NodeJob> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ResourceAmounts perNode = new ResourceAmounts(random.nextInt(1, 3), random.nextInt(5), 0, 0);
      int nodes = random.nextInt(1, cluster.nodes() / 2);
      TaskRequest request = TaskRequest.onNodes(nodes, perNode);
      jobs.add(job(i, 1, request, random.nextLong(1, 13), i));
    }
    return jobs;
  }

  /** A request that the cluster can run, derived from one of its kinds. */
  static TaskRequest request(SplittableRandom random, NodeCluster cluster) {
    NodeKind kind = cluster.groups().get(random.nextInt(cluster.groups().size())).kind();
    ResourceAmounts total = kind.total();
    ResourceAmounts perNode =
        new ResourceAmounts(
            random.nextInt(1, total.processors() + 1),
            random.nextInt(total.memoryMib() + 1),
            random.nextInt(total.gpus() + 1),
            random.nextInt(3) == 0 ? random.nextInt(total.scratchMib() + 1) : 0);
    TaskRequest request = TaskRequest.onNodes(1, perNode);
    if (perNode.gpus() > 0 && random.nextBoolean()) {
      request = request.withGpuType(kind.gpuType());
    }
    if (!kind.features().isEmpty() && random.nextInt(4) == 0) {
      request = request.withFeature(kind.features().first());
    }
    if (random.nextInt(8) == 0) {
      request = request.onExclusiveNodes();
    }
    int nodes = random.nextInt(3) == 0 ? random.nextInt(1, 5) : 1;
    TaskRequest spread =
        new TaskRequest(
            perNode, nodes, request.gpuType(), request.features(), request.exclusive(), 0);
    return cluster.suits(spread) ? spread : request;
  }

  /** Jobs in order of arrival. */
  static List<NodeJob> jobs(
      SplittableRandom random, NodeCluster cluster, int count, int mostTasks, int maxGapMillis) {
    List<NodeJob> jobs = new ArrayList<>();
    long submittedMillis = 0;
    for (int i = 0; i < count; i++) {
      submittedMillis += random.nextInt(maxGapMillis + 1);
      jobs.add(
          job(
              i,
              random.nextInt(1, mostTasks + 1),
              request(random, cluster),
              random.nextLong(1, 13),
              submittedMillis));
    }
    return jobs;
  }

  static NodeJob job(
      int number, int tasks, TaskRequest request, long durationMillis, long submittedMillis) {
    JobId id = new JobId(String.valueOf(number));
    return new NodeJob(
        new Job(id, tasks, request.processors(), durationMillis, submittedMillis, Time.NEVER),
        request);
  }

  /** Jobs that request only processors, on one node. */
  static List<NodeJob> processorJobs(
      SplittableRandom random, int processors, int count, int mostTasks) {
    List<NodeJob> jobs = new ArrayList<>();
    long submittedMillis = 0;
    for (int i = 0; i < count; i++) {
      submittedMillis += random.nextInt(8);
      ResourceAmounts amounts =
          ResourceAmounts.ofProcessors(Math.min(processors, 1 << random.nextInt(5)));
      long durationMillis = random.nextLong(1, 9) * random.nextLong(1, 9);
      int tasks = random.nextInt(1, mostTasks + 1);
      jobs.add(job(i, tasks, TaskRequest.onOneNode(amounts), durationMillis, submittedMillis));
    }
    return jobs;
  }

  /** How long a task really runs: a fraction of its estimate that depends only on its job. */
  static long runMillis(Job job) {
    long parts = 1L + Math.floorMod(job.id().hashCode(), 4);
    return Math.ceilDiv(job.durationMillis() * parts, 4);
  }
}
