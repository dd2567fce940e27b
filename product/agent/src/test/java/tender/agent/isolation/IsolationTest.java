package tender.agent.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolationTest {
  private static final Path STATE = Path.of("/opt/tender/state");
  private static final Path WORK = Path.of("/srv/tender/work");

  private static Isolation isolation(String setting) {
    return isolation(Optional.of(setting), Optional.empty(), Optional.empty());
  }

  private static Isolation isolation(
      Optional<String> setting,
      Optional<SandboxSection> sandbox,
      Optional<AccountsSection> accounts) {
    return Isolation.of(setting, sandbox, accounts, STATE, WORK);
  }

  private static Isolation sandbox(String readOnly) {
    return isolation(Optional.empty(), Optional.of(readOnly(readOnly)), Optional.empty());
  }

  private static AccountsSection pool(String... accounts) {
    return new AccountsSection(Optional.empty(), Optional.of(List.of(accounts)), Optional.empty());
  }

  private static AccountsSection map(Map<String, String> accounts) {
    return new AccountsSection(Optional.of(accounts), Optional.empty(), Optional.empty());
  }

  private static SandboxSection readOnly(String path) {
    return new SandboxSection(Optional.empty(), Optional.of(List.of(Path.of(path))));
  }

  @Test
  void sandboxIsTheDefault() {
    assertThat(isolation(Optional.empty(), Optional.empty(), Optional.empty()).sandbox())
        .isEqualTo(isolation("sandbox").sandbox())
        .isPresent();
  }

  @Test
  void administratorIsRefusedUnlessTheOwnerWantsNoIsolation() {
    isolation("none").requireSafe(/* administrator= */ true);
    assertThatThrownBy(() -> isolation("sandbox").requireSafe(/* administrator= */ true))
        .hasMessageContaining("administers this cluster")
        .hasMessageContaining("account of its own");
  }

  @Test
  void machineWithoutSandboxesIsRefused() {
    Isolation impossible = sandbox("/absent");
    assertThatThrownBy(() -> impossible.requireSafe(/* administrator= */ false))
        .hasMessageContaining("Tasks cannot run in sandboxes here")
        .hasMessageContaining("isolation: none");
  }

  @Test
  void agentsFoldersAreHiddenInVisibleFolders() throws Exception {
    assertThat(isolation("sandbox").sandbox().orElseThrow().arguments())
        .containsSubsequence("--ro-bind-try", "/opt", "/opt", "--tmpfs", STATE.toString());
  }

  @Test
  void datasetsAreVisibleInSandboxes() throws Exception {
    Isolation isolation = isolation("sandbox").withDatasets(List.of(Path.of("/data/genomes")));
    assertThat(isolation.sandbox().orElseThrow().arguments())
        .containsSequence("--ro-bind-try", "/data/genomes", "/data/genomes");
    assertThat(isolation.describe()).anyMatch(line -> line.endsWith("/opt, /data/genomes"));
    assertThat(isolation("none").withDatasets(List.of(Path.of("/data"))).sandbox()).isEmpty();
  }

  @Test
  void agentsFolderIsHiddenWhereLinksLeadToIt(@TempDir Path folder) throws Exception {
    Path state = Files.createDirectories(folder.resolve("software/state"));
    Path stateLink = Files.createSymbolicLink(folder.resolve("state"), state);
    Path software = Files.createSymbolicLink(folder.resolve("sw"), folder.resolve("software"));
    Isolation isolation =
        Isolation.of(
            Optional.empty(),
            Optional.of(readOnly(software.toString())),
            Optional.empty(),
            stateLink,
            WORK);
    assertThat(isolation.sandbox().orElseThrow().arguments())
        .containsSubsequence("--tmpfs", software.resolve("state").toString());
    isolation.requireSafe(/* administrator= */ false);
  }

  @Test
  void descriptionSaysWhatATaskCanDo() {
    assertThat(isolation("none").describe().getFirst()).contains("the agent's own key");
    assertThat(sandbox("/sw").describe())
        .anySatisfy(line -> assertThat(line).contains("/usr, /etc, /opt, /sw"))
        .contains("give tasks no network");
  }

  @Test
  void mappedUsersAreAcceptedAndOthersAreNot() throws Exception {
    Isolation mapped =
        isolation(Optional.of("accounts"), Optional.empty(), Optional.of(map(Map.of("ann", "u1"))));
    assertThat(mapped.acceptedUsers().orElseThrow()).accepts("ann").rejects("bob", "");
    assertThat(mapped.taskAccounts().orElseThrow().accounts().find("ann").name()).isEqualTo("u1");
    assertThat(mapped.sandbox()).isEmpty();
    assertThat(mapped.describe()).anySatisfy(line -> assertThat(line).contains("submitting jobs"));
    assertThat(isolation("sandbox").acceptedUsers()).isEmpty();
  }

  @Test
  void tasksUnderAccountsOfAPoolAreAlsoInSandboxes() {
    Isolation pooled =
        isolation(Optional.of("accounts"), Optional.empty(), Optional.of(pool("u1", "u2")));
    assertThat(pooled.sandbox()).isPresent();
    assertThat(pooled.describe().getFirst()).contains("one of 2 accounts");
  }

  @Test
  void accountWithoutAGroupIsRefused() {
    Isolation absent =
        isolation(
            Optional.of("accounts"),
            Optional.empty(),
            Optional.of(map(Map.of("ann", "tender-absent"))));
    assertThatThrownBy(() -> absent.requireSafe(/* administrator= */ false))
        .hasMessageContaining("account 'tender-absent': There is no group 'tender-absent'.");
  }

  @Test
  void wrongSettingsAreRefused() {
    assertThatThrownBy(() -> isolation("soft"))
        .hasMessageContaining("must be sandbox, accounts or none");
    assertThatThrownBy(
            () -> isolation(Optional.of("none"), Optional.of(readOnly("/sw")), Optional.empty()))
        .hasMessageContaining("'sandbox' is not allowed");
    assertThatThrownBy(
            () -> isolation(Optional.of("sandbox"), Optional.empty(), Optional.of(pool("a"))))
        .hasMessageContaining("'accounts' is not allowed");
    assertThatThrownBy(() -> isolation("accounts")).hasMessageContaining("'map' or 'pool'");
    assertThatThrownBy(() -> pool()).hasMessageContaining("at least one account");
    assertThatThrownBy(() -> pool("a", "a")).hasMessageContaining("none twice");
    assertThatThrownBy(() -> map(Map.of("ann", "u1", "bob", "u1")))
        .hasMessageContaining("none twice");
    assertThatThrownBy(() -> pool("root")).hasMessageContaining("not 'root'");
    assertThatThrownBy(() -> pool("a+b")).hasMessageContaining("'a+b' cannot run tasks");
    assertThatThrownBy(() -> readOnly("sw").sandbox(List.of()))
        .hasMessageContaining("'sandbox.read_only' contains 'sw'");
    assertThatThrownBy(() -> readOnly("/").sandbox(List.of())).hasMessageContaining("not the root");
  }
}
