package tender.agent.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.Await;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemFixture;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.TaskContainers;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.testbed.TestImage;

/** Tasks in containers of Podman. */
@Tag("live")
@Timeout(100)
class PodmanTasksTest extends BatchSystemFixture {
  private static final ImageLimits LIMITS =
      new ImageLimits(1_000_000_000, 100_000, Duration.ofMinutes(1));

  @TempDir static Path work;
  @TempDir static Path image;

  private ProcessBatchSystem processes;

  @BeforeAll
  static void buildImage() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/podman")), "Podman is not installed.");
    TestImage.write(TestImage.busyboxFiles(image.resolve("files")), image.resolve("image.tar"));
  }

  @Override
  protected Optional<TaskContainers> containers() {
    return Optional.of(
        new BagContainers(
            work,
            /* isPodman= */ true,
            new Sandbox(/* network= */ false, List.of(), List.of()),
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
  protected void submitLocal(int width, int seconds, long limitMillis) {
    throw new UnsupportedOperationException("These tests have no local jobs.");
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
        for path in /usr/bin /etc/passwd /home /opt /var/lib; do
          [ ! -e $path ] || echo "sees $path"
        done
        touch /etc/changed /bin/changed && echo "changes the image"
        touch /tmp/a /var/tmp/b /run/c || echo "has no temporary files"
        grep -v -e '^Inter' -e '^ face' -e '^ *lo:' /proc/net/dev && echo "has a network"
        cat ../../../inputs/data
        pwd >output
        exit 7
        """;
    system.submit(job("looks", 1, task -> command, 1, 1));
    assertThat(codes(1)).isEqualTo(Map.of(0, 7));
    assertThat(stdout(0)).isEqualTo("from the image\nfrom the image, /bin, /tmp, 0\ninput\n");
    assertThat(part.taskFolder(0).resolve("output")).hasContent(part.taskFolder(0) + "\n");
  }

  @Test
  void stoppedTaskCanCleanUp() throws Exception {
    String command = "trap 'echo cleaned >file; exit' TERM; touch ready; sleep 100 & wait";
    startAndCancel("stopped", command);
    assertThat(part.taskFolder(0).resolve("file")).hasContent("cleaned\n");
  }

  @Test
  void killsTaskThatIgnoresTheStop() throws Exception {
    startAndCancel("ignores", "trap '' TERM; touch ready; sleep 12345");
    assertNoProcess("sleep 12345");
  }

  /** Cancels immediately after the start, when Podman does not pass signals on yet. */
  private void startAndCancel(String name, String command) throws Exception {
    ArrayJob job = job(name, 1, task -> command, 1, 1);
    system.submit(job);
    Await.until("it runs", () -> Files.exists(part.taskFolder(0).resolve("ready")));
    system.cancel(job.name(), TaskSet.first(1));
    awaitEnd(job, 0, EndReason.CANCELLED);
  }

  private static void assertNoProcess(String command) {
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(process -> process.info().commandLine().orElse("").contains(command));
  }

  @Test
  void everyTaskOfPilotHasItsOwnExitCode() throws Exception {
    var tasks = new ArrayList<ChunkTask>();
    for (int task = 0; task < 4; task++) {
      part.prepare(task);
      tasks.add(new ChunkTask(task, task, 0));
    }
    var pilots = new PilotArray(1, 4, Time.MINUTE_MILLIS, Time.HOUR_MILLIS);
    String command = "(trap '' TERM; sleep 54321) & exit $TENDER_TASK_ID";
    Path chunk = part.writeChunk("pilot", 4, tasks, pilots, Optional.of(command));
    system.submit(job(jobName("pilot"), chunk, 1, 1, 1));
    assertThat(codes(4)).isEqualTo(Map.of(0, 0, 1, 1, 2, 2, 3, 3));
    assertNoProcess("sleep 54321");
  }
}
