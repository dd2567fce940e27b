package tender.measure.market;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.container.Containers;
import tender.agent.container.ContainersSection;
import tender.bagfile.Container;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.TaskOptions;
import tender.bagfile.WorkOrder;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.LocalRun;
import tender.support.files.SecureDeletion;
import tender.testbed.TestImage;

/**
 * What a container costs: the same tasks without isolation, in sandboxes, and in containers, by
 * pilots or as jobs. The three alternate, so that other load affects all.
 */
final class ContainerMeasurement {
  private static final String ARCHIVE = "image.tar";

  private final LocalRun run;
  private final boolean asJobs;
  private final int rounds;
  private final String runtime;
  private final Distribution staged = new Distribution();

  /**
   * @param asJobs whether each task is a job of its own, in place of pilots
   * @param runtime of containers
   */
  ContainerMeasurement(LocalRun run, boolean asJobs, int rounds, String runtime) {
    this.run = run;
    this.asJobs = asJobs;
    this.rounds = rounds;
    this.runtime = runtime;
  }

  MeasurementReport run() throws IOException, InterruptedException {
    var report =
        new MeasurementReport(
            "%d tasks of `%s` on %d processors, %s, containers by %s"
                .formatted(
                    run.tasks(),
                    run.command(),
                    run.slots(),
                    asJobs ? "each as a job" : "by pilots",
                    runtime));
    var plain = new Distribution();
    var sandboxed = new Distribution();
    var contained = new Distribution();
    var ratio = new Distribution();
    Path image = Files.createTempDirectory("tender-image");
    try {
      TestImage.write(TestImage.busyboxFiles(image.resolve("files")), image.resolve(ARCHIVE));
      for (int round = 0; round < rounds; round++) {
        double plainSeconds = measure(Optional.empty(), Optional.empty());
        double sandboxSeconds = measure(Optional.of(sandbox()), Optional.empty());
        double containerSeconds = measure(Optional.of(sandbox()), Optional.of(image));
        plain.add(plainSeconds);
        sandboxed.add(sandboxSeconds);
        contained.add(containerSeconds);
        ratio.add(containerSeconds / plainSeconds);
        System.err.printf(
            "round %d: %.1f s without, %.1f s in sandboxes, %.1f s in containers%n",
            round, plainSeconds, sandboxSeconds, containerSeconds);
      }
    } finally {
      SecureDeletion.deleteTree(image);
    }
    report.add("rounds", rounds);
    report.add("without sandbox, s", plain);
    report.add("in sandboxes, s", sandboxed);
    report.add("in containers, s", contained);
    report.add("to unpack the image, once, s", staged);
    report.add("time in containers, of that without", ratio);
    return report;
  }

  private static Sandbox sandbox() {
    return new Sandbox(/* network= */ false, List.of(), List.of());
  }

  /** Seconds until all tasks have ended. */
  private double measure(Optional<Sandbox> sandbox, Optional<Path> image)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tender-container");
    try {
      Containers containers =
          Containers.of(
              Optional.of(ContainersSection.valueOf(image.isPresent() ? runtime : "none")),
              sandbox,
              List.of(),
              folder.resolve("state"),
              folder,
              /* isRoot= */ false);
      var workFolder =
          new WorkFolder(folder, sandbox, Optional.empty(), containers.taskContainers());
      workFolder.install();
      PartFolder part = LocalRun.createPart(workFolder);
      if (image.isPresent()) {
        long beganNanos = System.nanoTime();
        workFolder.stageContainer(part, order(image.get().resolve(ARCHIVE)), image.get());
        staged.add((System.nanoTime() - beganNanos) / 1e9);
      }
      return asJobs ? run.asJobs(workFolder, part) : run.withPilots(workFolder, part);
    } finally {
      SecureDeletion.deleteTree(folder);
    }
  }

  private static WorkOrder order(Path archive) throws IOException {
    var path = new RelativePath(ARCHIVE);
    return new WorkOrder(
            WorkOrder.VERSION,
            "measured",
            "true",
            new TaskList.Count(1),
            Optional.empty(),
            List.of(new InputFile(path, Digest.of(archive), Files.size(archive), false)),
            List.of(),
            1,
            1,
            0,
            Optional.empty())
        .withOptions(TaskOptions.DEFAULT.withContainer(Container.ofArchive(path)));
  }
}
