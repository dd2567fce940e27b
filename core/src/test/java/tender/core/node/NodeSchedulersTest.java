package tender.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.core.model.JobId;
import tender.core.node.schedule.NodeConservativeScheduler;
import tender.core.node.schedule.NodeEasyScheduler;
import tender.core.node.schedule.NodeScheduler;
import tender.core.resource.NodeCluster;

class NodeSchedulersTest {
  private static final int SITUATIONS = 60;
  private static final int JOBS = 25;
  private static final int MANY_NODES_SITUATIONS = 12;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void conservativePlansAreCorrectAtEveryInstant(boolean compressing) {
    for (long seed = 0; seed < SITUATIONS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NodeCluster cluster = RandomNodes.cluster(random);
      List<NodeJob> jobs = RandomNodes.jobs(random, cluster, JOBS, 2, 4);
      NodeConservativeScheduler scheduler =
          new NodeConservativeScheduler(NodeProfile.of(0, cluster), compressing);
      String description = "seed " + seed;
      List<NodeUse> started =
          NodeSimulation.run(
              scheduler,
              jobs,
              (nowMillis, running) ->
                  assertThat(
                          NodePlanVerifier.verify(
                              cluster, nowMillis, running.get(), planned(scheduler)))
                      .as(description)
                      .isEmpty());
      assertCorrectRun(cluster, jobs, started, description);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void conservativeMatchesNaiveImplementation(boolean compressing) {
    for (long seed = 0; seed < SITUATIONS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NodeCluster cluster = RandomNodes.cluster(random);
      List<NodeJob> jobs = RandomNodes.jobs(random, cluster, JOBS, 2, 3);
      assertMatchesNaive(cluster, jobs, compressing, seed);
    }
  }

  /** More nodes of a kind than a word of the index has, and tasks on many of them. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void conservativeMatchesNaiveImplementationOnManyNodes(boolean compressing) {
    for (long seed = 0; seed < MANY_NODES_SITUATIONS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NodeCluster cluster = RandomNodes.manyNodes(random);
      List<NodeJob> jobs = RandomNodes.wideJobs(random, cluster, JOBS);
      assertMatchesNaive(cluster, jobs, compressing, seed);
    }
  }

  private static void assertMatchesNaive(
      NodeCluster cluster, List<NodeJob> jobs, boolean compressing, long seed) {
    List<NodeUse> expected =
        NodeSimulation.run(
            new NaiveNodeConservative(new NaiveNodeProfile(cluster), compressing), jobs);
    List<NodeUse> actual =
        NodeSimulation.run(
            new NodeConservativeScheduler(NodeProfile.of(0, cluster), compressing), jobs);
    assertThat(actual).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void conservativeNeverDelaysPlannedTask(boolean compressing) {
    for (long seed = 0; seed < SITUATIONS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NodeCluster cluster = RandomNodes.cluster(random);
      List<NodeJob> jobs = RandomNodes.jobs(random, cluster, JOBS, 1, 3);
      NodeConservativeScheduler scheduler =
          new NodeConservativeScheduler(NodeProfile.of(0, cluster), compressing);
      Map<JobId, Long> latestMillis = new LinkedHashMap<>();
      String description = "seed " + seed;
      List<NodeUse> started =
          NodeSimulation.run(
              scheduler,
              jobs,
              (nowMillis, running) ->
                  planned(scheduler)
                      .forEach(use -> assertNotLater(use, latestMillis, description)));
      started.forEach(use -> assertNotLater(use, latestMillis, description));
      assertThat(started).hasSameSizeAs(jobs);
    }
  }

  private static void assertNotLater(
      NodeUse use, Map<JobId, Long> latestMillis, String description) {
    long startMillis = use.placement().startMillis();
    Long before = latestMillis.put(use.job(), startMillis);
    if (before != null) {
      assertThat(startMillis).as(description + ", job " + use.job()).isLessThanOrEqualTo(before);
    }
  }

  @Test
  void easyStartsAreCorrectAndNeverDelayHead() {
    for (long seed = 0; seed < SITUATIONS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NodeCluster cluster = RandomNodes.cluster(random);
      List<NodeJob> jobs = RandomNodes.jobs(random, cluster, JOBS, 2, 4);
      NodeEasyScheduler scheduler = new NodeEasyScheduler(NodeProfile.of(0, cluster));
      HeadWatch watch = new HeadWatch(jobs, scheduler, "seed " + seed);
      List<NodeUse> started = NodeSimulation.run(scheduler, jobs, watch);
      watch.assertHeadsKept(started);
      assertCorrectRun(cluster, jobs, started, "seed " + seed);
    }
  }

  /** Finds the first waiting job from what has started, and notes the first reservation it got. */
  private static final class HeadWatch implements NodeSimulation.Observer {
    private final List<NodeJob> jobs;
    private final NodeEasyScheduler scheduler;
    private final String description;
    private final Map<JobId, List<Long>> reservedMillis = new LinkedHashMap<>();

    HeadWatch(List<NodeJob> jobs, NodeEasyScheduler scheduler, String description) {
      this.jobs = jobs;
      this.scheduler = scheduler;
      this.description = description;
    }

    @Override
    public void onInstant(long nowMillis, Supplier<List<NodeUse>> running) {
      scheduler
          .head()
          .ifPresent(
              head ->
                  reservedMillis
                      .computeIfAbsent(head.job().id(), id -> new ArrayList<>())
                      .add(scheduler.reservedMillis()));
    }

    /** Jobs with two tasks have two reservations one after the other, so only the last counts. */
    void assertHeadsKept(List<NodeUse> started) {
      assertThat(jobs).isNotEmpty();
      for (NodeJob job : jobs) {
        List<Long> reserved = reservedMillis.getOrDefault(job.job().id(), List.of());
        if (job.job().tasks() == 1 && !reserved.isEmpty()) {
          long startMillis =
              started.stream()
                  .filter(use -> use.job().equals(job.job().id()))
                  .mapToLong(use -> use.placement().startMillis())
                  .sum();
          assertThat(reserved)
              .as(description + ", job " + job.job().id())
              .isSortedAccordingTo((left, right) -> Long.compare(right, left))
              .allMatch(reservation -> startMillis <= reservation);
        }
      }
    }
  }

  @Test
  void easyStartsEveryTaskThatHeadAllows() {
    for (long seed = 0; seed < SITUATIONS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NodeCluster cluster = RandomNodes.cluster(random);
      List<NodeJob> jobs = RandomNodes.jobs(random, cluster, JOBS, 1, 4);
      NodeEasyScheduler scheduler = new NodeEasyScheduler(NodeProfile.of(0, cluster));
      Map<JobId, NodeJob> waiting = new LinkedHashMap<>();
      String description = "seed " + seed;
      NodeSimulation.run(
          new WaitingJobs(scheduler, waiting),
          jobs,
          (nowMillis, running) -> {
            NodeProfile free = withHead(NodeProfile.of(0, cluster), running.get(), scheduler);
            for (NodeJob job : waiting.values()) {
              assertThat(free.startAt(job.request(), job.job().durationMillis(), nowMillis))
                  .as(description)
                  .isEqualTo(NodePlacement.NONE);
            }
          });
      assertThat(waiting).isEmpty();
    }
  }

  /** A profile with the running tasks and the reservation of the first waiting one. */
  private static NodeProfile withHead(
      NodeProfile free, List<NodeUse> running, NodeEasyScheduler scheduler) {
    running.forEach(use -> free.take(use.request(), use.placement(), use.endMillis()));
    NodePlacement reservation = scheduler.reservation();
    scheduler
        .head()
        .ifPresent(
            head -> {
              long endMillis = reservation.startMillis() + head.job().durationMillis();
              free.take(head.request(), reservation, endMillis);
            });
    return free;
  }

  /** Notes which jobs wait. */
  private record WaitingJobs(NodeScheduler scheduler, Map<JobId, NodeJob> waiting)
      implements NodeScheduler {
    @Override
    public void submit(NodeJob job, long nowMillis) {
      waiting.put(job.job().id(), job);
      scheduler.submit(job, nowMillis);
    }

    @Override
    public void ended(NodeJob job, NodePlacement placement, long nowMillis) {
      scheduler.ended(job, placement, nowMillis);
    }

    @Override
    public void startDue(long nowMillis, StartListener listener) {
      scheduler.startDue(
          nowMillis,
          (job, placement) -> {
            waiting.remove(job.job().id());
            listener.onStart(job, placement);
          });
    }
  }

  private static List<NodeUse> planned(NodeConservativeScheduler scheduler) {
    List<NodeUse> planned = new ArrayList<>();
    scheduler.forEachPlanned((job, placement) -> planned.add(NodeUse.of(job, placement)));
    return planned;
  }

  private static void assertCorrectRun(
      NodeCluster cluster, List<NodeJob> jobs, List<NodeUse> started, String description) {
    assertThat(started).hasSize(jobs.stream().mapToInt(job -> job.job().tasks()).sum());
    assertThat(NodePlanVerifier.verify(cluster, 0, List.of(), started)).as(description).isEmpty();
  }
}
