package tender.cli.client;

import java.util.List;
import tender.bagfile.Digest;

/**
 * Files that the server does not have.
 *
 * @param maxFileBytes the largest file that the server stores
 * @param directUploads whether large files can be sent to an object store
 * @param smallFiles whether many small files can be sent in one request
 * @param inputPacks whether work orders may have input packs
 */
public record MissingBlobs(
    List<Digest> digests,
    long maxFileBytes,
    boolean directUploads,
    boolean smallFiles,
    boolean inputPacks) {
  public MissingBlobs {
    digests = List.copyOf(digests);
  }
}
