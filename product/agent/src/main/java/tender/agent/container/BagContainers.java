package tender.agent.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tender.agent.batch.folder.ContainerSandbox;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.TaskContainers;
import tender.bagfile.Container;
import tender.bagfile.InputFile;
import tender.bagfile.WorkOrder;

/** Prepares containers for bubblewrap or Podman. */
final class BagContainers implements TaskContainers {
  private final Path work;
  private final ContainerSandbox sandbox;
  private final Optional<PodmanOptions> podman;
  private final Function<Container, Optional<String>> refusal;
  private final ImageCache cache;

  /**
   * @param isPodman whether Podman runs the containers, in place of bubblewrap
   * @param sandbox what tasks see of the node
   * @param maxBytes of all unpacked images
   * @param refusal why a container cannot run here; empty if it can
   */
  BagContainers(
      Path work,
      boolean isPodman,
      Sandbox sandbox,
      ImageCache.Unpacker unpacker,
      long maxBytes,
      Function<Container, Optional<String>> refusal) {
    this.work = work;
    this.refusal = refusal;
    podman = isPodman ? Optional.of(new PodmanOptions(sandbox, work)) : Optional.empty();
    this.sandbox = new ContainerSandbox(sandbox, work);
    cache = new ImageCache(work.resolve("images"), unpacker, maxBytes, this::isUsed);
  }

  @Override
  public void install() throws IOException {
    cache.install();
    StartProgram.install(sandbox.startFolder());
  }

  @Override
  public void stage(PartFolder part, WorkOrder order, Path inputs) throws IOException {
    // The setting may have changed since the call was accepted.
    Optional<String> refused = order.taskOptions().container().flatMap(refusal);
    if (refused.isPresent()) {
      part.writeContainerFailure(refused.get());
      return;
    }
    ImageSource source = source(order, inputs);
    // First, so that the image is not deleted from now on.
    part.writeImage(source.key());
    try {
      UnpackedImage image = cache.acquire(source);
      write(part, image);
    } catch (InvalidImageException e) {
      part.writeContainerFailure(String.valueOf(e.getMessage()));
    }
  }

  private void write(PartFolder part, UnpackedImage image) throws IOException {
    Path root = image.root().path();
    image.root().createMountPoints(sandbox.mountPoints(), sandbox.mountedFiles());
    if (podman.isPresent()) {
      image.root().createMountPoints(PodmanOptions.MOUNTED_FOLDERS, PodmanOptions.MOUNTED_FILES);
      // Podman creates it otherwise, which accounts of tasks cannot.
      image.root().createLink(Path.of("/etc/mtab"), Path.of("/proc/mounts"));
      part.writePodman(podman.get().lines(root, image.environment()));
    } else {
      // Each argument ends with a NUL character, as bubblewrap reads them.
      part.writeContainer(String.join("\0", sandbox.arguments(root, image.environment())) + "\0");
    }
  }

  private static ImageSource source(WorkOrder order, Path inputs) throws IOException {
    Container container = order.taskOptions().container().orElseThrow();
    if (container.image().isPresent()) {
      return new ImageSource.Registry(
          container.image().get(), container.imageDigest().orElseThrow());
    }
    InputFile input = container.archiveIn(order.inputs()).orElseThrow();
    return new ImageSource.Archive(
        inputs.resolve(input.path().value()), input.digest(), input.path().value());
  }

  /** Whether a part that has a folder needs the image. */
  private boolean isUsed(String key) {
    try {
      for (Path bag : children(work.resolve("bags"))) {
        for (Path part : children(bag)) {
          if (PartFolder.readImage(part).filter(key::equals).isPresent()) {
            return true;
          }
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot find the images in use.", e);
    }
  }

  /** Without those of a folder that is deleted at the same time. */
  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
  }
}
