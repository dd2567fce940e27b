package tender.server.model;

import tender.bagfile.InputFile;

/**
 * How many bytes a market stores for its users.
 *
 * @param maxFileBytes the largest input file
 * @param maxBagBytes the largest sum of the input files of a bag
 * @param maxUserBytes how much a user may send directly to the object store
 */
public record ContentLimits(long maxFileBytes, long maxBagBytes, long maxUserBytes) {
  /** What PostgreSQL should store. */
  public static final ContentLimits DATABASE =
      new ContentLimits(InputFile.MAX_UPLOAD_BYTES, 1L << 30, 0);

  /** The default with an object store. */
  public static final long DEFAULT_INPUT_BYTES = 64L << 30;

  /** The default with an object store, for all input files of a user. */
  public static final long DEFAULT_USER_BYTES = 1L << 40;

  /** The limits with an object store: one quota for the inputs of a bag, and one for a user. */
  public static ContentLimits objects(long maxInputBytes, long maxUserBytes) {
    return new ContentLimits(maxInputBytes, maxInputBytes, maxUserBytes);
  }
}
