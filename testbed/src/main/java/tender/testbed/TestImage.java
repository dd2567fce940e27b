package tender.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Builds images of containers from files of this machine, so that no registry is needed. Programs
 * come from busybox (Debian package busybox-static).
 */
public final class TestImage {
  private static final Path BUSYBOX = Path.of("/bin/busybox");

  private TestImage() {}

  /** Whether this machine has busybox. */
  public static boolean isAvailable() {
    return Files.isExecutable(BUSYBOX);
  }

  /**
   * Creates a folder with the files of an image: busybox, and a file {@code /etc/image} with the
   * text "from the image".
   */
  public static Path busyboxFiles(Path folder) throws IOException, InterruptedException {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    Files.copy(BUSYBOX, programs.resolve("busybox"));
    for (String name : run(programs, BUSYBOX.toString(), "--list").lines().toList()) {
      if (!name.equals("busybox")) {
        Files.createSymbolicLink(programs.resolve(name), Path.of("busybox"));
      }
    }
    Files.writeString(
        Files.createDirectories(folder.resolve("etc")).resolve("image"), "from the image\n");
    return folder;
  }

  /** Writes an archive of an image with these files. It sets the variable IMAGE_VARIABLE. */
  public static Path write(Path files, Path archive) throws IOException, InterruptedException {
    Path layer = Files.createTempFile("layer", ".tar");
    try {
      run(files, "tar", "--owner=0", "--group=0", "-cf", layer.toString(), ".");
      return writeLayer(layer, archive);
    } finally {
      Files.delete(layer);
    }
  }

  /**
   * Writes an archive of an image with one layer.
   *
   * @param layer a tar file, which may be hostile
   */
  public static Path writeLayer(Path layer, Path archive) throws IOException, InterruptedException {
    Path layout = Files.createTempDirectory("image");
    Path blobs = Files.createDirectories(layout.resolve("blobs/sha256"));
    String layerDigest = digest(layer);
    Files.copy(layer, blobs.resolve(layerDigest));
    String config =
        addBlob(
            blobs,
            """
            {"architecture": "amd64", "os": "linux",
             "config": {"Env": ["PATH=/bin", "IMAGE_VARIABLE=from the image"]},
             "rootfs": {"type": "layers", "diff_ids": ["sha256:%s"]}}
            """
                .formatted(layerDigest));
    String manifest =
        addBlob(
            blobs,
            """
            {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
             "config": %s, "layers": [%s]}
            """
                .formatted(
                    descriptor(blobs, "config.v1+json", config),
                    descriptor(blobs, "layer.v1.tar", layerDigest)));
    Files.writeString(
        layout.resolve("index.json"),
        "{\"schemaVersion\": 2, \"manifests\": [%s]}"
            .formatted(descriptor(blobs, "manifest.v1+json", manifest)));
    Files.writeString(layout.resolve("oci-layout"), "{\"imageLayoutVersion\": \"1.0.0\"}");
    run(layout, "tar", "-cf", archive.toAbsolutePath().toString(), ".");
    run(layout, "rm", "-r", layout.toString());
    return archive;
  }

  private static String addBlob(Path blobs, String json) throws IOException {
    Path written = Files.writeString(blobs.resolve("new"), json);
    String digest = digest(written);
    Files.move(written, blobs.resolve(digest));
    return digest;
  }

  private static String descriptor(Path blobs, String type, String digest) throws IOException {
    return "{\"mediaType\": \"application/vnd.oci.image.%s\", \"digest\": \"sha256:%s\", \"size\": %d}"
        .formatted(type, digest, Files.size(blobs.resolve(digest)));
  }

  private static String digest(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java runtime does not support SHA-256.", e);
    }
  }

  private static String run(Path folder, String... command)
      throws IOException, InterruptedException {
    return CommandRunner.run(List.of(command), folder, Map.of());
  }
}
