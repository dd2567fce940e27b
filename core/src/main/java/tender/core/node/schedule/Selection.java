package tender.core.node.schedule;

/** Finds the n-th smallest number without sorting all of them. */
final class Selection {
  private Selection() {}

  /**
   * The n-th smallest of the first {@code size} numbers, counted from 1; the numbers are reordered.
   * {@link Long#MAX_VALUE} if there are fewer.
   */
  static long smallest(long[] numbers, int size, int n) {
    if (n > size) {
      return Long.MAX_VALUE;
    }
    int low = 0;
    int high = size - 1;
    int wanted = n - 1;
    while (low < high) {
      long pivot = median(numbers[low], numbers[(low + high) >>> 1], numbers[high]);
      int left = low;
      int right = high;
      while (left <= right) {
        while (numbers[left] < pivot) {
          left++;
        }
        while (numbers[right] > pivot) {
          right--;
        }
        if (left <= right) {
          long number = numbers[left];
          numbers[left++] = numbers[right];
          numbers[right--] = number;
        }
      }
      if (wanted <= right) {
        high = right;
      } else if (wanted >= left) {
        low = left;
      } else {
        break;
      }
    }
    return numbers[wanted];
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
