package tender.cli.submit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.inputs.LocalPack;
import tender.bagfile.reader.LocalBag;
import tender.cli.client.FileUploader;
import tender.cli.client.MarketClient;
import tender.cli.client.MissingBlobs;
import tender.cli.output.TransferProgress;
import tender.support.text.ErrorMessages;

/** Uploads the input files of a bag, except those that the server has already. */
public final class InputUpload {
  private InputUpload() {}

  /** Uploads the files that the server does not have. */
  public static void send(MarketClient client, LocalBag bag, CommandLine command) {
    Map<Digest, Path> files = bag.files();
    Map<Digest, LocalPack> packs = new LinkedHashMap<>();
    bag.packs().forEach(pack -> packs.put(pack.pack().digest(), pack));
    if (files.isEmpty() && packs.isEmpty()) {
      return;
    }
    MissingBlobs answer =
        client.missingBlobs(
            Stream.concat(files.keySet().stream(), packs.keySet().stream()).sorted().toList());
    if (!packs.isEmpty() && !answer.inputPacks()) {
      throw new IllegalStateException(
          "The bag has thousands of small input files, for which this server is too old.\nPut them into an archive that the command unpacks, or ask the operator to upgrade the server.");
    }
    Map<Digest, Path> missingFiles = new LinkedHashMap<>();
    List<LocalPack> missingPacks = new ArrayList<>();
    for (Digest digest : answer.digests()) {
      Optional.ofNullable(packs.get(digest))
          .ifPresentOrElse(missingPacks::add, () -> missingFiles.put(digest, file(files, digest)));
    }
    missingFiles.values().forEach(file -> requireUploadable(file, answer.maxFileBytes()));
    long totalBytes =
        missingFiles.values().stream().mapToLong(InputUpload::bytes).sum()
            + missingPacks.stream().mapToLong(pack -> pack.pack().bytes()).sum();
    try (FileUploader uploader = client.uploader(answer);
        TransferProgress progress = TransferProgress.on(command, "input files", totalBytes)) {
      uploader.uploadAll(missingFiles, progress);
      for (LocalPack pack : missingPacks) {
        send(uploader, pack, progress);
      }
    }
  }

  private static void send(FileUploader uploader, LocalPack pack, TransferProgress progress) {
    try {
      Path written = Files.createTempFile("tender-inputs-", ".pack");
      try {
        pack.writeTo(written);
        uploader.upload(pack.pack().digest(), written, progress);
      } finally {
        Files.delete(written);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot write a pack of small input files to the folder for temporary files: "
              + ErrorMessages.describe(e),
          e);
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
