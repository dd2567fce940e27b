package tender.agent.container;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.TaskContainers;
import tender.bagfile.Container;

/** Whether and how a provider runs tasks in containers. */
public final class Containers {
  private final ContainersSection section;
  private final ContainerRuntime runtime;
  private final Optional<String> unavailable;
  private final Optional<TaskContainers> tasks;

  private Containers(
      ContainersSection section,
      ContainerRuntime runtime,
      Optional<String> unavailable,
      Optional<TaskContainers> tasks) {
    this.section = section;
    this.runtime = runtime;
    this.unavailable = unavailable;
    this.tasks = tasks;
  }

  /**
   * Reads the setting. Fails if the owner has chosen a runtime that is not installed.
   *
   * @param sandbox in which other tasks run; default: they run without
   * @param datasets folders that tasks can read, if there is no sandbox that shows them
   * @param isRoot whether tasks would run as root
   */
  public static Containers of(
      Optional<ContainersSection> given,
      Optional<Sandbox> sandbox,
      List<Path> datasets,
      Path state,
      Path work,
      boolean isRoot) {
    ContainersSection section = given.orElse(ContainersSection.DEFAULTS);
    Optional<ContainerRuntime> chosen = section.chosenRuntime();
    ContainerRuntime runtime = chosen.orElse(ContainerRuntime.BUBBLEWRAP);
    Optional<String> missing =
        isRoot ? Optional.of("tasks would run as root") : missing(runtime, System.getenv("PATH"));
    if (runtime == ContainerRuntime.APPTAINER) {
      throw new IllegalArgumentException(
          "The setting 'containers: apptainer' is not supported yet. Write bubblewrap, podman or none.");
    }
    if (runtime == ContainerRuntime.NONE) {
      return new Containers(
          section, runtime, Optional.of("the owner wants none"), Optional.empty());
    }
    if (missing.isPresent()) {
      if (chosen.isPresent()) {
        throw new IllegalArgumentException(
            "The setting 'containers: %s' cannot be used: %s. Correct it, or write 'containers: none'."
                .formatted(name(runtime), missing.get()));
      }
      return new Containers(section, ContainerRuntime.NONE, missing, Optional.empty());
    }
    List<Path> hidden = List.of(state, work);
    // Where tasks run without a sandbox, they have the network.
    Sandbox visible = sandbox.orElse(new Sandbox(/* network= */ true, List.of(), datasets, hidden));
    return new Containers(
        section,
        runtime,
        Optional.empty(),
        Optional.of(
            new BagContainers(
                work.normalize(),
                runtime == ContainerRuntime.PODMAN,
                visible,
                new ImageUnpacker(section.limits(), hidden),
                section.cacheBytes(),
                container -> refusal(section, container))));
  }

  private static Optional<String> missing(ContainerRuntime runtime, String path) {
    List<String> absent =
        runtime.programs().stream().filter(program -> !isInstalled(program, path)).toList();
    return absent.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join(", ", absent) + " not installed");
  }

  private static boolean isInstalled(String program, String path) {
    return Stream.of(path.split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Prepares containers; empty if this provider runs none. */
  public Optional<TaskContainers> taskContainers() {
    return tasks;
  }

  /** Why this provider cannot run a container; empty if it can. */
  public Optional<String> refusal(Container container) {
    if (unavailable.isPresent()) {
      return Optional.of("This provider runs no containers: " + unavailable.get() + ".");
    }
    return refusal(section, container);
  }

  static Optional<String> refusal(ContainersSection section, Container container) {
    return container
        .registry()
        .filter(host -> !section.allowedRegistries().contains(host))
        .map(
            host ->
                "The registry %s is not in this provider's setting 'containers.registries'."
                    .formatted(host));
  }

  /** What the agent does with bags that have containers, for the owner. */
  public String describe() {
    if (unavailable.isPresent()) {
      return "decline bags with containers: " + unavailable.get();
    }
    List<String> registries = section.allowedRegistries();
    return "run containers with %s; images from %s; at most %s GB of unpacked images"
        .formatted(
            name(runtime),
            registries.isEmpty()
                ? "archives among the inputs, and from no registry"
                : "archives among the inputs, and from " + String.join(", ", registries),
            section.cacheBytes() / 1_000_000_000);
  }

  private static String name(ContainerRuntime runtime) {
    return runtime.name().toLowerCase(Locale.ROOT);
  }
}
