package tender.agent.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tender.agent.batch.command.BatchCommandRunner;
import tender.agent.batch.command.BatchCommandRunner.CommandResult;
import tender.agent.batch.command.TaskEnvironment;
import tender.agent.batch.folder.Sandbox;
import tender.bagfile.Digest;
import tender.support.files.SecureDeletion;

/**
 * Unpacks images with skopeo and umoci, as an ordinary user. An image may be made to attack the
 * programs that unpack it, so these run in a sandbox, in which they can write to one folder only.
 *
 * @param hidden the agent's folders, which the programs must not see
 */
record ImageUnpacker(ImageLimits limits, List<Path> hidden) implements ImageCache.Unpacker {
  private static final BatchCommandRunner RUNNER = new BatchCommandRunner("containers", List.of());

  /** While an image is copied, there are two copies of its packed files. */
  private static final int COPIES = 2;

  private static final String LAYOUT = "layout";
  private static final String BUNDLE = "bundle";

  @Override
  public void unpack(ImageSource source, Path folder) throws IOException {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    copy(source, folder, temporary);
    SecureDeletion.deleteTree(temporary);
    Path bundle = folder.resolve(BUNDLE);
    List<String> unpack =
        List.of(
            "umoci",
            "unpack",
            "--rootless",
            "--image",
            folder.resolve(LAYOUT) + ":image",
            bundle.toString());
    CommandResult result = run(folder, List.of(), false, unpack, new UnpackWatch(bundle, limits));
    if (result.exitCode() != 0) {
      throw new InvalidImageException("It cannot be unpacked: " + lastLine(result));
    }
    ImageEnvironment.copy(bundle.resolve("config.json"), folder);
    Files.move(bundle.resolve(UnpackedImage.ROOT), folder.resolve(UnpackedImage.ROOT));
    SecureDeletion.deleteTree(bundle);
    SecureDeletion.deleteTree(folder.resolve(LAYOUT));
    var root = new RootFolder(folder.resolve(UnpackedImage.ROOT));
    // Measured first, because it makes folders readable that the image has made unreadable.
    FolderSize.require(root.path(), limits);
    root.secure();
    root.requireShell();
  }

  private void copy(ImageSource source, Path folder, Path temporary) throws IOException {
    ImageLimits packed = new ImageLimits(COPIES * limits.bytes(), limits.files(), limits.time());
    var watch = new UnpackWatch(folder, packed);
    String to = "oci:" + folder.resolve(LAYOUT) + ":image";
    List<String> skopeo = List.of("skopeo", "--tmpdir", temporary.toString(), "copy", "--quiet");
    switch (source) {
      case ImageSource.Archive archive -> {
        if (!Digest.of(archive.file()).equals(archive.digest())) {
          throw new IOException(archive.file() + " has changed. Tasks must not write there.");
        }
        // Under a name of the agent's, because a colon in the user's would be an option.
        Path visible = folder.resolve("archive");
        List<String> bind = List.of("--ro-bind", archive.file().toString(), visible.toString());
        CommandResult result =
            run(folder, bind, false, with(skopeo, "oci-archive:" + visible, to), watch);
        if (result.exitCode() != 0) {
          throw new InvalidImageException(
              "It is not a readable OCI archive with one image: %s Create it with podman save --format oci-archive, or with skopeo copy to oci-archive:FILE."
                  .formatted(lastLine(result)));
        }
        Files.deleteIfExists(visible);
      }
      case ImageSource.Registry image -> {
        List<String> command = new ArrayList<>(skopeo);
        // Nothing leaves the machine, and registries for tests have no certificate.
        if (image.name().startsWith("localhost:") || image.name().startsWith("127.0.0.1:")) {
          command.add("--src-tls-verify=false");
        }
        CommandResult result =
            run(folder, List.of(), true, with(command, "docker://" + image.name(), to), watch);
        if (result.exitCode() != 0) {
          throw new IOException("Cannot fetch " + image.name() + ": " + lastLine(result));
        }
      }
    }
  }

  private static List<String> with(List<String> command, String... more) {
    var all = new ArrayList<>(command);
    all.addAll(List.of(more));
    return all;
  }

  private CommandResult run(
      Path folder, List<String> binds, boolean network, List<String> command, UnpackWatch watch)
      throws IOException {
    var sandboxed = new ArrayList<String>(List.of("bwrap"));
    sandboxed.addAll(new Sandbox(network, List.of(), hidden).arguments());
    sandboxed.addAll(List.of("--bind", folder.toString(), folder.toString()));
    sandboxed.addAll(binds);
    sandboxed.add("--");
    sandboxed.addAll(command);
    return RUNNER.run(sandboxed, TaskEnvironment.inherited(), watch);
  }

  /** Both programs print the cause last. */
  private static String lastLine(CommandResult result) {
    String printed = result.error().strip();
    return printed.substring(printed.lastIndexOf('\n') + 1);
  }
}
