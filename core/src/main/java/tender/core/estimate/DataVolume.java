package tender.core.estimate;

/**
 * The data that a provider must transfer to run a part of a bag.
 *
 * @param inputBytes of the inputs that all tasks share and that the provider does not have yet
 * @param outputBytesPerTask expected size of the results of one task; 0 if unknown
 */
public record DataVolume(long inputBytes, long outputBytesPerTask) {
  /** No data, or none that is known. */
  public static final DataVolume NONE = new DataVolume(0, 0);

  public DataVolume {
    if (inputBytes < 0 || outputBytesPerTask < 0) {
      throw new IllegalArgumentException(
          "A part has "
              + inputBytes
              + " bytes of inputs and "
              + outputBytesPerTask
              + " of results per task; both must be at least 0.");
    }
  }
}
