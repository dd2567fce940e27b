package tender.agent.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.files.BagInputs;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.BagDescription;

final class PartFilesTest {
  private static final BagId BAG = new BagId("bag7");
  private static final WorkOrder ORDER =
      new WorkOrder(
          WorkOrder.VERSION,
          "work",
          "true",
          new TaskList.Count(1),
          Optional.empty(),
          List.of(),
          List.of(),
          1,
          1_000,
          0,
          Optional.empty());

  private static final BagDescription DESCRIPTION = new BagDescription(ORDER, "ann");

  @TempDir private Path folder;
  private WorkFolder workFolder;
  private PartFiles files;

  @BeforeEach
  void create() throws Exception {
    workFolder = new WorkFolder(folder);
    workFolder.install();
    files = new PartFiles(workFolder, new BagInputs(folder, (bag, digest, to) -> {}));
  }

  @Test
  void lastPartDeletesFilesOfBag() throws Exception {
    files.stage(part(1), DESCRIPTION);
    files.stage(part(2), DESCRIPTION);
    assertThat(files.delete(part(1), false)).isFalse();
    assertThat(workFolder.inputsFolder(BAG)).exists();
    assertThat(files.delete(part(2), true)).isTrue();
    assertThat(workFolder.bagFolder(BAG)).doesNotExist();
  }

  /** The market reserves again before the jobs of the first attempt are cancelled. */
  @Test
  void partThatComesDuringDeletionKeepsFilesOfBag() throws Exception {
    files.stage(part(1), DESCRIPTION);
    files.stage(part(2), DESCRIPTION);
    assertThat(files.delete(part(1), true)).isFalse();
    assertThat(part(1).folder().path()).doesNotExist();
    assertThat(part(2).folder().path()).exists();
    assertThat(workFolder.inputsFolder(BAG)).exists();
  }

  private PartIdentity part(int attempt) {
    ReservationId id = new ReservationId(new CallId(BAG, 1), attempt, new ProviderId("here"));
    return PartIdentity.of(id, workFolder.partFolder(id));
  }
}
