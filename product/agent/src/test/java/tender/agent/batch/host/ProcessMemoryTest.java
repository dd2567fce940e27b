package tender.agent.batch.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.Await;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.LocalJob;
import tender.agent.batch.MemoryContract;
import tender.agent.batch.NodeAllocation;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.core.model.Time;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/** Plain processes whose memory is limited by control groups of this machine's kernel. */
@Tag("slow")
class ProcessMemoryTest extends MemoryContract {
  @TempDir static Path work;

  private ProcessBatchSystem processes;

  MemoryIsolation isolation() throws IOException {
    return new MemoryIsolation(Optional.of(groups()));
  }

  private static MemoryGroups groups() throws IOException {
    return MemoryGroups.open(
        ControlGroupLocator.here(), TestControlGroups.name(ProcessMemoryTest.class));
  }

  @Override
  protected BatchSystem system(WorkFolder workFolder) throws IOException {
    processes =
        new ProcessBatchSystem(
            workFolder, new ResourceAmounts(PROCESSORS, NODE_MIB, 0, 0), isolation());
    return processes;
  }

  @Override
  protected Path work() {
    return work;
  }

  @Override
  protected void clear() {
    processes.stop();
  }

  @AfterAll
  static void leave() throws IOException {
    groups().remove();
  }

  @Test
  void requestsSurviveTheProgram() throws Exception {
    ArrayJob job = requesting(700, job("survives", 2, task -> "sleep 100", 1, 2));
    system.submit(job);
    Await.until("a claim", () -> part.isClaimed(0, 0));
    var next = (ProcessBatchSystem) system(workFolder);
    assertThat(next.queue().ownTasks())
        .filteredOn(task -> task.running())
        .singleElement()
        .satisfies(
            task ->
                assertThat(task.allocation().map(NodeAllocation::perNode))
                    .contains(new ResourceAmounts(1, 700, 0, 0)));
    system = next;
  }

  @Test
  void exclusiveTaskRunsAlone() throws Exception {
    TaskRequest request = TaskRequest.onOneNode(ResourceAmounts.ofProcessors(1));
    ArrayJob alone =
        job("alone", 2, task -> "sleep 100", 1, 2)
            .withRequest(Optional.of(request.onExclusiveNodes()));
    system.submit(alone);
    processes.submitLocal(1, Time.HOUR_MILLIS, List.of("sleep", "100"));
    Await.until("one to run", () -> running(alone).size() == 1);
    assertThat(system.queue().localJobs()).noneMatch(LocalJob::running);
  }

  @Test
  void requestThatTheMachineNeverFulfilsIsRefused() throws Exception {
    ArrayJob job = requesting(NODE_MIB + 1, job("huge", 1, task -> "true", 1, 1));
    assertThatThrownBy(() -> system.submit(job))
        .isInstanceOf(BatchSystemException.class)
        .hasMessageContaining("memoryMib=1001")
        .hasMessageContaining("memoryMib=1000");
  }
}
