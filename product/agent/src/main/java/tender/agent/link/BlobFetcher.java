package tender.agent.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.Supplier;
import tender.bagfile.Digest;
import tender.core.model.BagId;
import tender.protocol.BlobLocation;
import tender.support.transfer.ResumableDownload;
import tender.support.transfer.StoreClient;
import tender.support.transfer.StoreRefusedException;
import tender.support.transfer.StoreUnreachableException;
import tender.support.transfer.TransferListener;
import tender.support.transfer.TransferPatience;

/**
 * Fetches input files: large ones from the market's object store, if it has one that can be reached
 * from this site, all others from the server. A download that was interrupted, also by the end of
 * the agent, is continued.
 *
 * @param rpc the present connection; fails if there is none
 */
record BlobFetcher(StoreClient store, Supplier<MarketRpc> rpc) {
  private static final System.Logger LOG = System.getLogger(BlobFetcher.class.getName());
  private static final String PARTIAL = ".partial";

  /** Writes a new file, which is complete and has this digest. */
  void fetch(BagId bag, Digest digest, Path to) {
    Optional<BlobLocation> location = rpc.get().fetchOrLocate(bag, digest, to);
    try {
      if (location.isPresent() && !download(bag, digest, location.get(), to)) {
        rpc.get().fetch(bag, digest, to, location.get().bytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write file " + digest + " of bag " + bag, e);
    }
  }

  /** Returns false if the store cannot be used. */
  private boolean download(BagId bag, Digest digest, BlobLocation location, Path to)
      throws IOException {
    Path partial = to.toAbsolutePath().resolveSibling(digest.hex() + PARTIAL);
    MessageDigest sha256 = Digest.sha256();
    try {
      new ResumableDownload(store, new TransferPatience())
          .fetch(
              new Urls(bag, digest, location),
              partial,
              location.bytes(),
              sha256,
              TransferListener.NONE);
    } catch (StoreUnreachableException | StoreRefusedException e) {
      LOG.log(
          Level.WARNING,
          "Cannot read from the object store; the file passes through the server: host={0},"
              + " cause={1}",
          location.url().getHost(),
          Optional.ofNullable(e.getCause()).map(Throwable::toString).orElse(e.getMessage()));
      Files.deleteIfExists(partial);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MarketUnavailableException("The agent is shutting down.");
    }
    Digest found = Digest.of(sha256);
    if (!found.equals(digest)) {
      Files.delete(partial);
      throw new MarketUnavailableException(
          "File " + digest + " of bag " + bag + " has the wrong digest " + found + ".");
    }
    Files.move(partial, to, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  /** The URL that is known, then new ones. */
  private final class Urls implements ResumableDownload.UrlSource {
    private final BagId bag;
    private final Digest digest;
    private Optional<URI> known;

    Urls(BagId bag, Digest digest, BlobLocation location) {
      this.bag = bag;
      this.digest = digest;
      known = Optional.of(location.url());
    }

    @Override
    public URI next() {
      URI url = known.orElseGet(() -> rpc.get().locate(bag, digest));
      known = Optional.empty();
      return url;
    }
  }
}
