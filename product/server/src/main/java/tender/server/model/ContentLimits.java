package tender.server.model;

import tender.bagfile.InputFile;

/**
 * How many bytes a market stores for its users.
 *
 * @param maxFileBytes the largest input file
 * @param maxBagBytes the largest sum of the input files of a bag
 * @param maxUserBytes how much a user may send directly to the object store
 * @param maxResultBytes how much agents may send directly for one bag
 */
public record ContentLimits(
    long maxFileBytes, long maxBagBytes, long maxUserBytes, long maxResultBytes) {
  /** What PostgreSQL should store. */
  public static final ContentLimits DATABASE =
      new ContentLimits(InputFile.MAX_UPLOAD_BYTES, 1L << 30, 0, 0);

  /** The default with an object store. */
  public static final long DEFAULT_INPUT_BYTES = 64L << 30;

  /** The default with an object store, for all input files of a user, and for a bag's outputs. */
  public static final long DEFAULT_QUOTA_BYTES = 1L << 40;

  /** The limits with an object store: quotas for inputs of a bag, of a user, and for outputs. */
  public static ContentLimits objects(long maxInputBytes, long maxUserBytes, long maxResultBytes) {
    return new ContentLimits(maxInputBytes, maxInputBytes, maxUserBytes, maxResultBytes);
  }
}
