package tender.core.queue;

import java.util.Arrays;
import tender.core.model.Time;

/**
 * The waiting jobs by their next start and then by arrival: a binary heap in which each job knows
 * its index, so that a job that moves to an earlier start only has to climb.
 */
final class PlannedStartHeap {
  private PlannedJob[] heap = new PlannedJob[16];
  private int size;

  /** The earliest start, {@link Time#NEVER} if there is none. */
  long nextMillis() {
    return size == 0 ? Time.NEVER : heap[0].firstMillis();
  }

  /** Inserts a job, or moves it to its new start. The job must have a start. */
  void update(PlannedJob planned) {
    if (planned.heapIndex == PlannedJob.NOT_IN_HEAP) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      planned.heapIndex = size++;
    }
    climb(planned);
  }

  /** Removes the job that starts first. */
  PlannedJob removeFirst() {
    PlannedJob first = heap[0];
    PlannedJob last = heap[--size];
    if (last != first) {
      sink(last);
    }
    first.heapIndex = PlannedJob.NOT_IN_HEAP;
    return first;
  }

  private void climb(PlannedJob planned) {
    int hole = planned.heapIndex;
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (!isBefore(planned, heap[parent])) {
        break;
      }
      put(heap[parent], hole);
      hole = parent;
    }
    put(planned, hole);
  }

  private void sink(PlannedJob planned) {
    int hole = 0;
    for (int child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (isBefore(planned, heap[child])) {
        break;
      }
      put(heap[child], hole);
      hole = child;
    }
    put(planned, hole);
  }

  private void put(PlannedJob planned, int index) {
    heap[index] = planned;
    planned.heapIndex = index;
  }

  private static boolean isBefore(PlannedJob one, PlannedJob other) {
    return one.firstMillis() != other.firstMillis()
        ? one.firstMillis() < other.firstMillis()
        : one.arrival < other.arrival;
  }
}
