package tender.agent.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.command.AccountLauncher;
import tender.agent.batch.folder.TaskAccounts;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.BagId;

/** With the accounts that {@code testbed/accounts} creates. */
@Tag("live")
class AccountPoolTest {
  private static final AccountLauncher LAUNCHER =
      new AccountLauncher(Path.of("/usr/local/lib/tender-testbed/tender-launcher"));

  @TempDir private Path folder;
  private AccountPool pool;
  private WorkFolder workFolder;

  @BeforeEach
  void create() throws Exception {
    assumeTrue(
        System.getProperty("user.name").equals("root") && Files.exists(LAUNCHER.program()),
        "needs root, and the accounts of testbed/accounts");
    // Accounts reach the work folder.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    pool = pool();
    workFolder =
        new WorkFolder(
            folder.resolve("work"),
            Optional.empty(),
            Optional.of(new TaskAccounts(pool, LAUNCHER)));
    workFolder.install();
  }

  private AccountPool pool() {
    return new AccountPool(
        List.of(new LocalAccount("tender-one"), new LocalAccount("tender-two")),
        folder.resolve("leases"),
        folder.resolve("work"),
        LAUNCHER);
  }

  @Test
  void everyUserHasAnotherAccount() throws Exception {
    workFolder.createBag(new BagId("a"), "ann");
    workFolder.createBag(new BagId("b"), "bob");
    assertThat(List.of(pool.find("ann"), pool.find("bob"))).doesNotHaveDuplicates();
    assertThat(pool.accepts("ann")).isTrue();
    assertThat(pool.accepts("eve")).isFalse();
    assertThatThrownBy(() -> workFolder.createBag(new BagId("e"), "eve"))
        .hasMessageContaining("All 2 accounts");
  }

  @Test
  void accountOfAUserWithoutFilesIsLeasedAgain() throws Exception {
    workFolder.createBag(new BagId("a"), "ann");
    LocalAccount first = pool.find("ann");
    workFolder.createBag(new BagId("b"), "bob");
    Process left = new ProcessBuilder("sudo", "-u", first.name(), "--", "sleep", "600").start();
    workFolder.delete(new BagId("a"));
    assertThat(pool.find("ann")).as("it is kept while nobody else needs it").isEqualTo(first);
    assertThat(pool.find("eve")).isEqualTo(first);
    assertThat(left.waitFor()).as("processes of the previous user are killed").isNotZero();
    assertThat(pool.accepts("ann")).isTrue();
  }

  @Test
  void userKeepsTheAccountAfterARestart() throws Exception {
    workFolder.createBag(new BagId("a"), "ann");
    assertThat(pool().find("ann")).isEqualTo(pool.find("ann"));
  }
}
