package tender.agent.container;

import java.util.List;

/** A way to run containers. */
enum ContainerRuntime {
  BUBBLEWRAP,
  PODMAN,
  APPTAINER,
  NONE;

  /** The programs that the agent's machine needs. All of them unpack images with the same ones. */
  List<String> programs() {
    return switch (this) {
      case BUBBLEWRAP -> List.of("skopeo", "umoci", "bwrap", "ldd");
      case PODMAN -> List.of("skopeo", "umoci", "bwrap", "podman", "runc");
      case APPTAINER -> List.of("skopeo", "umoci", "bwrap", "apptainer");
      case NONE -> List.of();
    };
  }
}
