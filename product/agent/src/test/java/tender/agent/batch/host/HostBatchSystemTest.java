package tender.agent.batch.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.Await;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemContract;
import tender.agent.batch.EndedTask;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.WorkFolder;

/** The contract for a single part on this machine, and tests of several parts. */
@Tag("slow")
class HostBatchSystemTest extends BatchSystemContract {
  @TempDir static Path work;

  private HostBatchSystem host;
  private ControlGroups groups;
  private boolean isOneBidder = true;

  @Override
  protected BatchSystem system(WorkFolder workFolder) throws Exception {
    groups = TestControlGroups.open(HostBatchSystemTest.class, TestControlGroups.LIMITS);
    host = open(workFolder);
    return host;
  }

  private HostBatchSystem open(WorkFolder workFolder) throws IOException {
    TaskUser user = TaskUser.find(Optional.of("nobody"));
    ControlGroupIsolation ground =
        new ControlGroupIsolation(workFolder.path(), groups, user) {
          @Override
          public String holder(Optional<ArrayJob> array) {
            return isOneBidder ? "one" : super.holder(array);
          }
        };
    return new HostBatchSystem(workFolder, PROCESSORS, groups, ground);
  }

  @Override
  protected Path work() {
    return work;
  }

  @Override
  protected void submitLocal(int width, int seconds, long limitMillis) {
    host.submitLocal(width, limitMillis, List.of("sleep", Integer.toString(seconds)));
  }

  @Override
  protected void clear() throws Exception {
    host.stop();
    Await.until("an empty queue", () -> host.queue().ownTasks().isEmpty());
    host.setShares(new TreeMap<>());
    assertThat(groups.partGroups()).isEmpty();
  }

  @AfterAll
  static void leave() throws IOException {
    TestControlGroups.remove(HostBatchSystemTest.class);
  }

  @Test
  void tasksWithoutSandboxRunAsTaskUserAndOwnOnlyTheirFolders() throws Exception {
    new WorkFolder(work()).install();
    ArrayJob job =
        job(
            "rights",
            1,
            task ->
                """
                id -un; echo mine >file && echo $PWD >pwd; grep NoNewPrivs /proc/self/status
                cd ..
                for path in . .. ../control ../control/0 ../claims ../ended ../chunks/rights/tasks; do
                  if [ -w $path ]; then echo can write $path; fi
                done
                echo forged >../ended/0.0.0 || echo refused
                """,
            1,
            1);
    system.submit(job);
    assertThat(codes(1)).containsEntry(0, 0);
    assertThat(stdout(0)).isEqualTo("nobody\nNoNewPrivs:\t1\nrefused\n");
    assertThat(part.taskFolder(0).resolve("pwd")).hasContent(part.taskFolder(0) + "\n");
  }

  @Test
  void processesLeftByTaskWithoutSandboxAreKilled() throws Exception {
    new WorkFolder(work()).install();
    Path pid = work.resolve("pid" + bag);
    Files.createFile(pid);
    Files.setPosixFilePermissions(
        pid, java.nio.file.attribute.PosixFilePermissions.fromString("rw-rw-rw-"));
    system.submit(
        job(
            "leaves",
            1,
            task ->
                "setsid sh -c 'echo $$ >%s; exec sleep 1000' &".formatted(pid)
                    + " until [ -s %s ]; do sleep 0.05; done".formatted(pid),
            1,
            1));
    assertThat(codes(1)).containsEntry(0, 0);
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    long left = Long.parseLong(Files.readString(pid).strip());
    Await.until("the daemon to be gone", () -> ProcessHandle.of(left).isEmpty());
  }

  @Test
  void taskCannotExceedItsProcessLimit() throws Exception {
    system.submit(
        job("bomb", 1, task -> "i=0; while [ $i -lt 400 ]; do sleep 300 & i=$((i+1)); done", 1, 1));
    assertThat(codes(1).get(0)).isNotZero();
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
  }

  @Test
  void partsRunAtTheSameTime() throws Exception {
    isOneBidder = false;
    ArrayJob first = job("first", 2 * PROCESSORS, task -> "sleep 100", 1, 2 * PROCESSORS);
    system.submit(first);
    PartFolder other = workFolder.partFolder(reservation(bag + "other"));
    other.create();
    other.prepare(0, "echo ran");
    Path chunk = other.writeChunk("second", 1, List.of(new ChunkTask(0, 0, 0)));
    system.submit(job(bag + ".second", chunk, 1, 1, 1));
    Await.until("the second to end beside the first", () -> other.taskExits().size() == 1);
    assertThat(running(first)).hasSize(PROCESSORS);
    assertThat(groups.partGroups()).hasSize(2);
  }

  @Test
  void tasksSurviveTheAgentAndAreRecovered() throws Exception {
    isOneBidder = false;
    ArrayJob job = job("outlive", 1, task -> "while :; do :; done", 1, 1);
    system.submit(job);
    Await.until("it to use time", () -> host.usedMillis(part.path()) > 200);
    // As if the program had died: only the machine has the state.
    HostBatchSystem next = open(workFolder);
    assertThat(next.queue().ownTasks()).hasSize(1).allMatch(task -> task.running());
    long used = next.usedMillis(part.path());
    next.setShares(new TreeMap<>(Map.of(part.path(), 0.5)));
    Await.until("it to use more", () -> next.usedMillis(part.path()) > used + 100);
    next.stop();
    Await.until("it to be gone", () -> next.queue().ownTasks().isEmpty());
    assertThat(next.usedMillis(part.path())).isGreaterThan(used);
  }

  @Test
  void taskIsStoppedAtItsProcessorTimeLimit() throws Exception {
    Path chunk = prepare("slow", 2, task -> task == 0 ? "while :; do :; done" : "sleep 3");
    var job = new ArrayJob(bag + ".slow", chunk, 2, 1, 1_000, 2, Optional.empty());
    system.submit(job);
    awaitEnd(job, 0, EndedTask.EndReason.TIME_LIMIT);
    // It has run three times as long, but has used hardly any processor time.
    assertThat(codes(1)).containsOnlyKeys(1);
  }
}
