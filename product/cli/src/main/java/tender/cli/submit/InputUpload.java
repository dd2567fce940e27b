package tender.cli.submit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.cli.client.FileUploader;
import tender.cli.client.MarketClient;
import tender.cli.output.TransferProgress;

/** Uploads the input files of a bag, except those that the server has already. */
final class InputUpload {
  private InputUpload() {}

  static void send(MarketClient client, Map<Digest, Path> files, CommandLine command) {
    if (files.isEmpty()) {
      return;
    }
    MarketClient.MissingBlobs answer =
        client.missingBlobs(files.keySet().stream().sorted().toList());
    List<Digest> missing = answer.digests();
    missing.forEach(digest -> requireUploadable(file(files, digest), answer.maxFileBytes()));
    long totalBytes = missing.stream().mapToLong(digest -> bytes(file(files, digest))).sum();
    try (FileUploader uploader = client.uploader(answer);
        TransferProgress progress = TransferProgress.on(command, "input files", totalBytes)) {
      Map<Digest, Path> missingFiles = new LinkedHashMap<>();
      missing.forEach(digest -> missingFiles.put(digest, file(files, digest)));
      uploader.uploadAll(missingFiles, progress);
    }
  }

  private static Path file(Map<Digest, Path> files, Digest digest) {
    return Objects.requireNonNull(
        files.get(digest), "The server asks for a file that is not in the bag.");
  }

  /** Nothing is sent if one of the files is too large. */
  private static void requireUploadable(Path file, long maxBytes) {
    InputFile.requireUploadable(file.toString(), bytes(file), maxBytes);
  }

  private static long bytes(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + file + " failed: " + e.getMessage(), e);
    }
  }
}
