package tender.support.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.support.doctor.CheckResult.Status;

/** A real file system that becomes full. */
@Tag("live")
class FullDiskLiveTest {
  private static final int MIB = 1 << 20;

  @TempDir private Path folder;
  private Path small;

  @BeforeEach
  void mount() throws Exception {
    small = Files.createDirectory(folder.resolve("small"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=8m,nr_inodes=100", "small", small.toString()),
        "mounting a file system needs root");
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", small.toString());
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command).start().waitFor() == 0;
  }

  private CheckResult check() throws IOException {
    return new FileSystemCheck<String>("disk", List.of(), _ -> small, 4 * MIB, 50).run("");
  }

  @Test
  void fullDiskIsFound() throws IOException {
    assertThat(check().status()).isEqualTo(Status.OK);
    Files.write(small.resolve("large"), new byte[6 * MIB]);
    assertThat(check())
        .isEqualTo(
            CheckResult.warning(
                small + " has 2 MB free and can take 98 files, and 4 MB are needed",
                "Delete files on that file system, enlarge it, or name a folder on another one."));
    Files.write(small.resolve("larger"), new byte[2 * MIB - 8_192]);
    assertThat(check().status()).isEqualTo(Status.FAULT);
  }

  @Test
  void missingInodesAreFound() throws IOException {
    for (int i = 0; i < 60; i++) {
      Files.createFile(small.resolve("file" + i));
    }
    CheckResult few = check();
    assertThat(few.status()).isEqualTo(Status.WARNING);
    assertThat(few.found()).endsWith("can take 39 files, and 50 are needed");
    assertThat(few.fix()).contains("few free inodes (df -i)");
    for (int i = 60; i < 98; i++) {
      Files.createFile(small.resolve("file" + i));
    }
    assertThat(check().status()).isEqualTo(Status.FAULT);
  }
}
