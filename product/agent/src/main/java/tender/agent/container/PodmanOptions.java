package tender.agent.container;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tender.agent.batch.folder.Sandbox;

/**
 * The options with which Podman runs tasks. Podman gets the unpacked image, so that nodes need no
 * store of images. It runs with runc, which works with every version of control groups.
 *
 * @param sandbox the owner's settings: network, and folders of the node that tasks can read
 */
record PodmanOptions(Sandbox sandbox, Path work) {
  /** Podman mounts its own files there. */
  static final List<Path> MOUNTED_FILES =
      List.of(Path.of("/etc/resolv.conf"), Path.of("/etc/hosts"), Path.of("/etc/hostname"));

  /** Folders that Podman mounts, in addition to those of other containers. */
  static final List<Path> MOUNTED_FOLDERS = List.of(Path.of("/sys"));

  /**
   * The lines of the file that {@code tender-podman} reads: the root folder of the image, and the
   * options in reverse order, because the script puts each before the others.
   */
  List<String> lines(Path root, Map<String, String> environment) {
    var lines = new ArrayList<>(options(environment));
    lines.add("--rootfs");
    return Stream.concat(Stream.of(root.toString()), lines.reversed().stream()).toList();
  }

  private List<String> options(Map<String, String> environment) {
    var options = new ArrayList<String>(List.of("--rm", "--read-only", "--read-only-tmpfs=false"));
    for (String folder : List.of("/tmp", "/var/tmp", "/run", work.toString())) {
      // Without a copy of the image's files in that folder.
      options.add("--mount=type=tmpfs,notmpcopyup,destination=" + folder);
    }
    options.add("--network=" + (sandbox.network() ? "host" : "none"));
    options.addAll(List.of("--security-opt=no-new-privileges", "--cap-drop=all"));
    // Podman would set limits that an ordinary account may not have.
    options.addAll(List.of("--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024"));
    sandbox.readOnly().forEach(path -> options.add("--volume=" + path + ":" + path + ":ro"));
    sandbox
        .existingDatasets()
        .forEach(path -> options.add("--volume=" + path + ":" + path + ":ro"));
    environment.forEach(
        (name, value) -> {
          // The script reads lines.
          if (value.indexOf('\n') < 0) {
            options.add("--env=" + name + "=" + value);
          }
        });
    options.addAll(List.of("--env=HOME=/tmp", "--env=TMPDIR=/tmp", "--env=SHELL=/bin/sh"));
    Stream.of("TENDER_*", "SLURM_*", "SGE_*").forEach(names -> options.add("--env=" + names));
    return options;
  }
}
