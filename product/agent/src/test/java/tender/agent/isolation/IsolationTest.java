package tender.agent.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolationTest {
  private static final Path STATE = Path.of("/opt/tender/state");

  private static Isolation isolation(String setting) {
    return Isolation.of(Optional.of(setting), Optional.empty(), List.of(STATE));
  }

  private static SandboxSection readOnly(String path) {
    return new SandboxSection(Optional.empty(), Optional.of(List.of(Path.of(path))));
  }

  @Test
  void sandboxIsTheDefault() {
    assertThat(Isolation.of(Optional.empty(), Optional.empty(), List.of(STATE)))
        .isEqualTo(isolation("sandbox"));
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
    Isolation impossible =
        Isolation.of(Optional.empty(), Optional.of(readOnly("/absent")), List.of(STATE));
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
  void agentsFolderIsHiddenWhereLinksLeadToIt(@TempDir Path folder) throws Exception {
    Path state = Files.createDirectories(folder.resolve("software/state"));
    Path stateLink = Files.createSymbolicLink(folder.resolve("state"), state);
    Path software = Files.createSymbolicLink(folder.resolve("sw"), folder.resolve("software"));
    Isolation isolation =
        Isolation.of(
            Optional.empty(), Optional.of(readOnly(software.toString())), List.of(stateLink));
    assertThat(isolation.sandbox().orElseThrow().arguments())
        .containsSubsequence("--tmpfs", software.resolve("state").toString());
    isolation.requireSafe(/* administrator= */ false);
  }

  @Test
  void descriptionSaysWhatATaskCanDo() {
    assertThat(isolation("none").describe().getFirst()).contains("the agent's own key");
    assertThat(Isolation.of(Optional.empty(), Optional.of(readOnly("/sw")), List.of()).describe())
        .anySatisfy(line -> assertThat(line).contains("/usr, /etc, /opt, /sw"))
        .contains("give tasks no network");
  }

  @Test
  void wrongSettingsAreRefused() {
    assertThatThrownBy(() -> isolation("soft")).hasMessageContaining("must be sandbox or none");
    assertThatThrownBy(
            () -> Isolation.of(Optional.of("none"), Optional.of(readOnly("/sw")), List.of()))
        .hasMessageContaining("'sandbox' is not allowed");
    assertThatThrownBy(() -> readOnly("sw").sandbox(List.of()))
        .hasMessageContaining("'sandbox.read_only' contains 'sw'");
    assertThatThrownBy(() -> readOnly("/").sandbox(List.of())).hasMessageContaining("not the root");
  }
}
