package tender.server.model;

import tender.bagfile.InputFile;

/**
 * How many bytes a market stores for its users.
 *
 * @param maxFileBytes the largest input file
 * @param maxBagBytes the largest sum of the input files of a bag
 */
public record ContentLimits(long maxFileBytes, long maxBagBytes) {
  /** What PostgreSQL should store. */
  public static final ContentLimits DATABASE =
      new ContentLimits(InputFile.MAX_UPLOAD_BYTES, 1L << 30);

  /** The default with an object store. */
  public static final long DEFAULT_INPUT_BYTES = 64L << 30;

  /** The limits with an object store: one quota for the inputs of a bag. */
  public static ContentLimits objects(long maxInputBytes) {
    return new ContentLimits(maxInputBytes, maxInputBytes);
  }
}
