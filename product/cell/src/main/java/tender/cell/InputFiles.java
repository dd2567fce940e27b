package tender.cell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;
import tender.cli.client.FileUploader;
import tender.cli.client.MarketClient;
import tender.cli.client.MissingBlobs;
import tender.core.model.BagId;

/** Copies the input files of a bag into the cell, except those that it has. */
record InputFiles(OuterMarket market, MarketClient cell) {
  void copy(BagId bag, WorkOrder order) throws IOException {
    MissingBlobs missing = cell.missingBlobs(List.copyOf(order.digests()));
    if (missing.digests().isEmpty()) {
      return;
    }
    Path folder = Files.createTempDirectory("tender-cell-");
    try (FileUploader uploader = cell.uploader(missing)) {
      Path file = folder.resolve("input");
      for (Digest digest : missing.digests()) {
        market.fetch(bag, digest, file);
        uploader.upload(digest, file);
        Files.delete(file);
      }
    } finally {
      delete(folder);
    }
  }

  /** Also what a fetch that failed has left. */
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
