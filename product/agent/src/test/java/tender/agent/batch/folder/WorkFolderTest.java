package tender.agent.batch.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.BatchSystemContract;
import tender.core.model.BagId;

class WorkFolderTest {
  @TempDir Path temporary;

  private WorkFolder workFolder;
  private PartFolder part;

  @BeforeEach
  void make() throws Exception {
    workFolder = new WorkFolder(temporary.resolve("work"));
    workFolder.install();
    part = workFolder.partFolder(BatchSystemContract.reservation("bag-1"));
    part.create();
  }

  @Test
  void scriptIsReinstalled() throws Exception {
    Files.writeString(workFolder.script(), "an older one");
    workFolder.install();
    assertThat(workFolder.script()).isExecutable().content().startsWith("#!/bin/sh\n");
    assertThat(workFolder.script()).content().doesNotContain("SBATCH");
    try (var files = Files.list(workFolder.path())) {
      assertThat(files).hasSize(9);
    }
  }

  @Test
  void argumentsOfTheSandboxArePresentWhileTheOwnerWantsOne() throws Exception {
    Path arguments = workFolder.path().resolve("sandbox");
    assertThat(arguments).doesNotExist();
    var sandbox = new Sandbox(/* network= */ false, List.of(), List.of());
    new WorkFolder(workFolder.path(), Optional.of(sandbox)).install();
    assertThat(arguments).content().startsWith("--unshare-all\0").endsWith("TMPDIR\0/tmp\0");
    workFolder.install();
    assertThat(arguments).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        ".",
        "../../etc",
        "a/b",
        "a/../../..",
        "/etc",
        "-rf",
        "a\0b",
        "a b",
        "a\nb",
        "ä",
        ".git"
      })
  void unsafeIdsAreRejected(String id) {
    assertThatIllegalArgumentException().isThrownBy(() -> workFolder.inputsFolder(new BagId(id)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> workFolder.partFolder(BatchSystemContract.reservation(id)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> part.writeChunk(id, 1, List.of(new ChunkTask(0, 0, 0))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ArrayJob(id, temporary, 1, 1, 1, 1, Optional.empty()));
    assertThatIllegalArgumentException().isThrownBy(() -> new BatchReservation(id, 1, 0, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"relative", "/with space", "/with|bar", "/with\nbreak", "/with'quote"})
  void unsafeWorkFoldersAreRejected(String work) {
    assertThatIllegalArgumentException().isThrownBy(() -> new WorkFolder(Path.of(work)));
  }

  @Test
  void chunksAreReadAsWritten() throws Exception {
    List<ChunkTask> tasks =
        List.of(
            new ChunkTask(3, 30, 0),
            new ChunkTask(4, 31, 0),
            new ChunkTask(5, 32, 1),
            new ChunkTask(6, 33, 1),
            new ChunkTask(0, 0, 1),
            new ChunkTask(1, 2, 1));
    Path chunk = part.writeChunk("some", 40, tasks);
    assertThat(ChunkFile.read(chunk)).isEqualTo(tasks);
    assertThat(chunk.resolve("tasks"))
        .hasContent("40\n0 2 3 30 0\n2 4 5 32 1\n4 5 0 0 1\n5 6 1 2 1\n");
    assertThat(PartFolder.ofChunk(chunk).path()).isEqualTo(part.path());
  }

  @Test
  void commandsAreWrittenVerbatimExceptNul() throws Exception {
    part.prepare(7, "echo 'ä'\r\n");
    part.prepare(7, "echo again");
    assertThat(part.controlFolder(7).resolve("command")).hasContent("echo again");
    assertThat(part.taskFolder(7)).isEmptyDirectory();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> part.prepare(8, "echo \0"))
        .withMessageContaining("NUL");
    assertThatIllegalArgumentException().isThrownBy(() -> part.prepare(-1, "true"));
  }

  @Test
  void onlyFilesOfTheScriptAreTaskExits() throws Exception {
    Path ended = part.path().resolve("ended");
    for (String name :
        List.of("1.0.0", "12.3.255", "x.0.0", "1.0", "1.0.0.0", "1.2.0.52000", "1.0.-1", ".nfs1")) {
      Files.createFile(ended.resolve(name));
    }
    assertThat(part.taskExits())
        .containsExactlyInAnyOrder(
            new TaskExit(1, 0, 0),
            new TaskExit(1, 2, 0, OptionalLong.of(52_000)),
            new TaskExit(12, 3, 255));
    assertThat(workFolder.partFolder(BatchSystemContract.reservation("unknown")).taskExits())
        .isEmpty();
  }

  @Test
  void deletionDoesNotFollowLinks() throws Exception {
    Path precious = Files.writeString(temporary.resolve("precious"), "x");
    part.prepare(0, "true");
    Files.createSymbolicLink(part.taskFolder(0).resolve("file"), precious);
    Files.createSymbolicLink(part.taskFolder(0).resolve("folder"), temporary);
    Path closed = Files.createDirectories(part.taskFolder(0).resolve("closed/inner"));
    Files.writeString(closed.resolve("file"), "x");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-x------"));
    Files.setPosixFilePermissions(closed.getParent(), PosixFilePermissions.fromString("---------"));

    part.delete();
    part.delete();
    assertThat(part.path()).doesNotExist();
    assertThat(precious).exists();
    workFolder.delete(new BagId("bag-1"));
    assertThat(workFolder.bagFolder(new BagId("bag-1"))).doesNotExist();
  }
}
