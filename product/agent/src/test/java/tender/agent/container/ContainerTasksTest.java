package tender.agent.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.Await;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.PilotContract;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.TaskContainers;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.core.model.TaskSet;
import tender.testbed.TestImage;

/**
 * What a task in a container can see and do. All that holds for other tasks, single or in pilots,
 * holds here too, although the image has no program but busybox.
 */
@Tag("live")
class ContainerTasksTest extends PilotContract {
  private static final ImageLimits LIMITS =
      new ImageLimits(1_000_000_000, 100_000, Duration.ofMinutes(1));

  @TempDir static Path work;
  @TempDir static Path image;

  private ProcessBatchSystem processes;

  @BeforeAll
  static void buildImage() throws Exception {
    TestImage.write(TestImage.busyboxFiles(image.resolve("files")), image.resolve("image.tar"));
  }

  @Override
  protected Optional<TaskContainers> containers() {
    Sandbox visible = sandbox().orElse(new Sandbox(true, List.of(), List.of()));
    return Optional.of(
        new BagContainers(
            work,
            /* isPodman= */ false,
            visible,
            new ImageUnpacker(LIMITS, List.of(work)),
            LIMITS.bytes(),
            container -> Optional.empty()));
  }

  @Override
  protected void onPartCreated() throws Exception {
    workFolder.stageContainer(part, TestContainers.order(image.resolve("image.tar")), image);
    assertThat(part.containerFailure()).isEmpty();
  }

  @Override
  protected BatchSystem system(WorkFolder workFolder) throws Exception {
    processes = new ProcessBatchSystem(workFolder, PROCESSORS);
    return processes;
  }

  @Override
  protected Path work() {
    return work;
  }

  @Override
  protected boolean isOwnVariable(String variable) {
    return Set.of("IMAGE_VARIABLE", "SHLVL").contains(variable);
  }

  @Override
  protected void submitLocal(int width, int seconds, long limitMillis) {
    processes.submitLocal(width, limitMillis, List.of("sleep", Integer.toString(seconds)));
  }

  @Override
  protected void clear() {
    processes.stop();
  }

  @Test
  void taskSeesTheFilesOfTheImageAndNotOfTheHost() throws Exception {
    Path inputs = Files.createDirectories(part.path().resolveSibling("inputs"));
    Files.writeString(inputs.resolve("data"), "input\n");
    String command =
        """
        cat /etc/image
        echo "$IMAGE_VARIABLE, $PATH, $HOME, $TENDER_TASK_ID"
        for path in /usr/bin /etc/passwd /home /opt /root /var/lib; do
          [ ! -e $path ] || echo "sees $path"
        done
        touch /etc/changed /bin/changed && echo "changes the image"
        touch /tmp/a /var/tmp/b /run/c || echo "has no temporary files"
        cat ../../../inputs/data
        pwd >output
        """;
    system.submit(job("looks", 1, task -> command, 1, 1));
    assertThat(codes(1)).isEqualTo(Map.of(0, 0));
    assertThat(stdout(0)).isEqualTo("from the image\nfrom the image, /bin, /tmp, 0\ninput\n");
    assertThat(part.taskFolder(0).resolve("output")).hasContent(part.taskFolder(0) + "\n");
  }

  @Test
  void stoppedTaskCanCleanUp() throws Exception {
    ArrayJob job =
        job("stopped", 1, task -> "trap 'echo cleaned >file; exit' TERM; sleep 100 & wait", 1, 1);
    system.submit(job);
    Await.until("it runs", () -> part.isClaimed(0, 0));
    Thread.sleep(500);
    system.cancel(job.name(), TaskSet.first(1));
    awaitEnd(job, 0, EndReason.CANCELLED);
    assertThat(part.taskFolder(0).resolve("file")).hasContent("cleaned\n");
  }
}
