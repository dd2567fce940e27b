package tender.cell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;
import tender.cli.client.MarketClient;
import tender.core.model.BagId;

/** Copies the input files of a bag into the cell, except those that it has. */
record InputFiles(OuterMarket market, MarketClient cell) {
  void copy(BagId bag, WorkOrder order) throws IOException {
    List<Digest> missing = cell.missingBlobs(List.copyOf(order.digests())).digests();
    if (missing.isEmpty()) {
      return;
    }
    Path folder = Files.createTempDirectory("tender-cell-");
    try {
      Path file = folder.resolve("input");
      for (Digest digest : missing) {
        market.fetch(bag, digest, file);
        cell.uploadBlob(digest, file);
        Files.delete(file);
      }
    } finally {
      Files.deleteIfExists(folder.resolve("input"));
      Files.delete(folder);
    }
  }
}
