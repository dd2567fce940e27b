package tender.core.budget;

import tender.core.model.Time;

/**
 * The limits of a provider for the requests of one broker.
 *
 * @param maxPending how many requests may wait or run at a time, the paper's maxPendingRequests
 * @param maxProcessors of one request, its maxProc
 * @param maxMillis of one request, its maxTr
 */
public record RequestLimits(int maxPending, int maxProcessors, long maxMillis) {
  public RequestLimits {
    if (maxPending <= 0 || maxProcessors <= 0) {
      throw new IllegalArgumentException(
          "A broker may have "
              + maxPending
              + " requests of "
              + maxProcessors
              + " processors, and both must be at least 1.");
    }
    Time.requireDuration(maxMillis, "of the longest request");
  }

  boolean allow(ProcessorRequest request) {
    return request.processors() <= maxProcessors && request.durationMillis() <= maxMillis;
  }
}
