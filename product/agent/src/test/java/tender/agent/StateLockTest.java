package tender.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process at a time uses an agent's state folder. */
final class StateLockTest {
  @TempDir private Path temporary;

  /** Another process that locks the folder until it is killed. */
  static final class Holder {
    private Holder() {}

    static void main(String[] args) throws InterruptedException {
      StateLock.acquire(Path.of(args[0]));
      System.out.println("locked");
      new CountDownLatch(1).await();
    }
  }

  @Test
  void secondProcessIsRefusedWithFolderAndProcessId() throws Exception {
    Path state = temporary.resolve("state");
    Process holder = startHolder(state);
    try {
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> StateLock.acquire(state))
          .withMessageContaining(state.toRealPath().toString())
          .withMessageContaining("in use by process " + holder.pid() + ".")
          .withMessageContaining("'state_dir'");
    } finally {
      holder.destroyForcibly().waitFor();
    }
  }

  @Test
  void killedProcessLeavesNoLock() throws Exception {
    Path state = temporary.resolve("state");
    startHolder(state).destroyForcibly().waitFor();

    try (StateLock lock = StateLock.acquire(state)) {
      assertThat(lock).isNotNull();
      assertThat(state.resolve("agent.lock"))
          .hasContent(Long.toString(ProcessHandle.current().pid()));
    }
  }

  @Test
  void newFolderIsPrivate() throws Exception {
    Path state = temporary.resolve("above/state");
    try (StateLock lock = StateLock.acquire(state)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock.folder())))
          .isEqualTo("rwx------");
      assertThat(Files.getPosixFilePermissions(state.getParent()))
          .contains(PosixFilePermission.GROUP_EXECUTE);
    }
  }

  @Test
  void refusalInTheSameProcessKeepsTheLock() throws Exception {
    try (StateLock lock = StateLock.acquire(temporary)) {
      assertThat(lock).isNotNull();
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> StateLock.acquire(temporary))
          .withMessageContaining("process " + ProcessHandle.current().pid());
      Process other = start(temporary);
      assertThat(other.waitFor()).isNotZero();
    }
  }

  @Test
  void closedLockCanBeAcquiredAgain() throws IOException {
    StateLock.acquire(temporary).close();
    StateLock.acquire(temporary).close();
  }

  @Test
  void folderThatCannotBeCreatedIsNamed() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");

    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> StateLock.acquire(file.resolve("state")))
        .withMessageContaining("The setting 'state_dir' is " + file.resolve("state"));
  }

  private static Process startHolder(Path state) throws IOException {
    Process process = start(state);
    try (BufferedReader output = process.inputReader(UTF_8)) {
      assertThat(output.readLine()).isEqualTo("locked");
    }
    return process;
  }

  private static Process start(Path state) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Holder.class.getName(),
            state.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
