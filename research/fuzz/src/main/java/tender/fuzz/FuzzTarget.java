package tender.fuzz;

/**
 * One reader of untrusted input. Listed in {@code META-INF/services}, with a folder of seeds named
 * after it.
 */
public interface FuzzTarget {
  String name();

  /**
   * Reads the input, which may be any bytes. Returns normally if the reader accepts the input, and
   * if it throws the exception that it documents for invalid input. Everything else that is thrown
   * is a fault: an {@link AssertionError} for a property that does not hold, and every other
   * exception or error of the reader.
   */
  void read(byte[] input) throws Exception;

  /** How much memory one call of {@link #read} may allocate in total. */
  default long maxAllocatedBytes(int inputBytes) {
    return InputCost.DEFAULT_BASE_BYTES + InputCost.DEFAULT_BYTES_PER_INPUT_BYTE * inputBytes;
  }
}
