package tender.measure.market;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import tender.app.live.UnprivilegedAccount;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.core.model.BagId;
import tender.measure.market.MixedBag.ClusterNode;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementMarket;
import tender.measure.testbed.MeasurementTestbed;
import tender.server.api.view.BagView;
import tender.testbed.TestImage;
import tender.testbed.Testbed;

/**
 * Bags with different requests on three Slurm clusters of different nodes, beside local users:
 * whether each task was on a node that has what it requested, whether promises were kept, and
 * whether each refusal names what is missing.
 */
final class ResourcesMeasurement {
  private static final String NODES =
      "2x4:2000,1x4:8000:large,1x2:4000:gpu=2:avx512;2x4:4000:avx512;1x4:2000,1x4:8000:gpu=1";

  /**
   * A provider keeps about the share of its promises that its owner sets; the default is 98 %. The
   * promise of a bag needs all its providers.
   */
  private static final String SETTINGS =
      """
      isolation: sandbox
      promise_reliability: 0.995
      """;

  private static final int MAX_TASKS = 6;
  private static final int POLL_MILLIS = 200;
  private static final int PROGRESS_BAGS = 20;

  private final int bags;
  private final int gapMillis;
  private final Random random = new Random(11);
  private final Map<String, ClusterNode> nodes = nodes();
  private final Map<BagId, MixedBag> submitted = new LinkedHashMap<>();

  /**
   * @param gapMillis the mean time between two bags
   */
  ResourcesMeasurement(int bags, int gapMillis) {
    this.bags = bags;
    this.gapMillis = gapMillis;
  }

  MeasurementReport run() throws Exception {
    MeasurementReport report =
        new MeasurementReport(
            "%d bags with different requests on three clusters beside local users".formatted(bags));
    try (MeasurementTestbed bed = MeasurementTestbed.upWithNodes(NODES);
        MeasurementMarket market = MeasurementMarket.start(bed)) {
      UnprivilegedAccount account = new UnprivilegedAccount("nobody", bed.folder());
      for (Testbed.SlurmCluster cluster : bed.clusters()) {
        market.withAgentAs(account, cluster, SETTINGS);
      }
      play(bed, market.ready());
      report(report, market);
    }
    return report;
  }

  private void play(MeasurementTestbed bed, MeasurementMarket market) throws Exception {
    List<MixedBag> kinds = List.of(MixedBag.values());
    Path archive = bed.folder().resolve("image.tar");
    TestImage.write(TestImage.busyboxFiles(bed.folder().resolve("image")), archive);
    InputFile image = market.upload(new RelativePath("image.tar"), archive);
    for (int i = 0; i < bags; i++) {
      MixedBag kind = kinds.get(i % kinds.size());
      BagId bag = market.submit(kind.order(1 + random.nextInt(MAX_TASKS), image));
      submitted.put(bag, kind);
      if (random.nextInt(3) == 0) {
        submitLocalJob(bed.clusters().get(random.nextInt(bed.clusters().size())));
      }
      Thread.sleep((long) (-Math.log(1 - random.nextDouble()) * gapMillis));
      showProgress("submitted", i + 1);
    }
    int ended = 0;
    for (BagId bag : submitted.keySet()) {
      while (!market.status(bag).state().isEnded()) {
        Thread.sleep(POLL_MILLIS);
      }
      showProgress("ended", ++ended);
    }
  }

  private void showProgress(String done, int count) {
    if (count % PROGRESS_BAGS == 0 || count == bags) {
      System.err.printf("%d of %d bags %s%n", count, bags, done);
    }
  }

  private void submitLocalJob(Testbed.SlurmCluster cluster) throws Exception {
    cluster.run(
        List.of(
            "sbatch",
            "--quiet",
            "--ntasks=1",
            "--cpus-per-task=" + (1 + random.nextInt(2)),
            "--mem=" + (100 + random.nextInt(1_500)),
            "--time=1",
            "--output=/dev/null",
            "--wrap=sleep " + (5 + random.nextInt(15))));
  }

  private void report(MeasurementReport report, MeasurementMarket market) throws IOException {
    int promised = 0;
    int kept = 0;
    int impossible = 0;
    int named = 0;
    int refused = 0;
    int done = 0;
    int failed = 0;
    int misplaced = 0;
    int grown = 0;
    List<String> broken = new ArrayList<>();
    for (Map.Entry<BagId, MixedBag> entry : submitted.entrySet()) {
      BagView view = market.status(entry.getKey());
      MixedBag kind = entry.getValue();
      impossible += kind.isImpossible() ? 1 : 0;
      if (view.promise().isPresent()) {
        promised++;
        kept += view.breach().isEmpty() ? 1 : 0;
        view.breach().ifPresent(breach -> broken.add(kind + ": " + breach));
        done += view.done();
        int failedTasks = view.failed().stream().mapToInt(some -> some.tasks().size()).sum();
        failed += failedTasks;
        for (int task = 0; failedTasks == 0 && task < view.done(); task++) {
          misplaced += mayRun(kind, market.printed(entry.getKey(), task).strip()) ? 0 : 1;
          grown += kind == MixedBag.GROWING_MEMORY ? 1 : 0;
        }
      } else {
        refused++;
        named += market.missingResource(entry.getKey()) ? 1 : 0;
      }
    }
    report.add("bags", submitted.size());
    report.add("bags that no cluster can run", impossible);
    report.add("refused bags", refused);
    report.add("refusals that name the missing resource", named);
    report.add("promises", promised);
    report.add("promises kept", kept);
    report.add("share of promises kept", decimal(promised == 0 ? 0 : (double) kept / promised));
    report.add("tasks done", done);
    report.add("tasks failed", failed);
    report.add("tasks on a node that does not fit", misplaced);
    report.add("tasks that succeeded with more memory after they exceeded it", grown);
    broken.forEach(text -> System.err.println("broken promise: " + text));
  }

  private boolean mayRun(MixedBag kind, String node) {
    ClusterNode known = nodes.get(node);
    return known != null && kind.mayRunOn(known);
  }

  /** The nodes by the names that the testbed gives them. */
  private static Map<String, ClusterNode> nodes() {
    Map<String, ClusterNode> nodes = new LinkedHashMap<>();
    List<String> clusters = List.of(NODES.split(";"));
    for (int cluster = 1; cluster <= clusters.size(); cluster++) {
      int number = 0;
      for (String kind : clusters.get(cluster - 1).split(",")) {
        int count = Integer.parseInt(kind.substring(0, kind.indexOf('x')));
        for (int i = 0; i < count; i++) {
          number++;
          nodes.put("cluster%dn%d".formatted(cluster, number), node(kind));
        }
      }
    }
    return nodes;
  }

  /** A node of a kind such as {@code 1x4:8000:gpu=1:avx512}. */
  private static ClusterNode node(String kind) {
    List<String> fields = List.of(kind.substring(kind.indexOf('x') + 1).split(":"));
    int gpus = 0;
    List<String> features = new ArrayList<>();
    for (String field : fields.subList(2, fields.size())) {
      if (field.startsWith("gpu=")) {
        gpus = Integer.parseInt(field.substring(4));
      } else {
        features.add(field);
      }
    }
    return new ClusterNode(
        Integer.parseInt(fields.get(0)), Integer.parseInt(fields.get(1)), gpus, features);
  }

  private static String decimal(double figure) {
    return String.format(Locale.ROOT, "%.3f", figure);
  }
}
