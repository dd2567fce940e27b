package tender.agent.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.bagfile.Container;
import tender.bagfile.RelativePath;

class ContainersTest {
  private static final Container ARCHIVE = Container.ofArchive(new RelativePath("image.tar"));
  private static final Container IMAGE =
      Container.ofImage("docker.io/library/a@sha256:" + "0".repeat(64));

  private static Containers containers(Optional<ContainersSection> section, boolean isRoot) {
    return Containers.of(
        section, Optional.empty(), List.of(), Path.of("/var/state"), Path.of("/var/work"), isRoot);
  }

  private static ContainersSection section(Optional<String> runtime, List<String> registries) {
    return new ContainersSection(
        runtime,
        Optional.of(registries),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void ownerCanDeclineContainers() {
    Containers none = containers(Optional.of(ContainersSection.valueOf("none")), false);
    assertThat(none.taskContainers()).isEmpty();
    assertThat(none.refusal(ARCHIVE))
        .hasValue("This provider runs no containers: the owner wants none.");
    assertThat(none.describe()).isEqualTo("decline bags with containers: the owner wants none");
  }

  @Test
  void containersNeverRunAsRoot() {
    Containers root = containers(Optional.empty(), true);
    assertThat(root.refusal(ARCHIVE)).get().asString().contains("tasks would run as root");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> containers(Optional.of(ContainersSection.valueOf("bubblewrap")), true))
        .withMessageContaining("tasks would run as root");
  }

  @Test
  void runtimeThatCannotBeUsedIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> containers(Optional.of(ContainersSection.valueOf("apptainer")), false))
        .withMessageContaining("'containers: apptainer' is not supported yet");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> containers(Optional.of(ContainersSection.valueOf("docker")), false))
        .withMessage(
            "The setting 'containers' is 'docker', and must be bubblewrap, podman, apptainer or none.");
  }

  @Test
  void onlyListedRegistriesAreUsed() {
    Optional<String> refusal =
        Containers.refusal(section(Optional.empty(), List.of("ghcr.io")), IMAGE);
    assertThat(refusal)
        .hasValue(
            "The registry docker.io is not in this provider's setting 'containers.registries'.");
    assertThat(Containers.refusal(ContainersSection.DEFAULTS, IMAGE)).isPresent();
    assertThat(Containers.refusal(ContainersSection.DEFAULTS, ARCHIVE)).isEmpty();
    assertThat(Containers.refusal(section(Optional.empty(), List.of("docker.io")), IMAGE))
        .isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> section(Optional.empty(), List.of("https://docker.io")))
        .withMessageContaining("contains 'https://docker.io', and must contain hosts");
  }
}
