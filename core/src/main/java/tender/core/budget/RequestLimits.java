package tender.core.budget;

import tender.core.model.Time;

/**
 * What a provider lets one broker ask of its batch system.
 *
 * @param mostPending how many requests may wait or run at a time, the paper's maxPendingRequests
 * @param mostProcessors of one request, its maxProc
 * @param longestMillis of one request, its maxTr
 */
public record RequestLimits(int mostPending, int mostProcessors, long longestMillis) {
  public RequestLimits {
    if (mostPending <= 0 || mostProcessors <= 0) {
      throw new IllegalArgumentException(
          "A broker may have "
              + mostPending
              + " requests of "
              + mostProcessors
              + " processors, and both must be at least 1.");
    }
    Time.requireDuration(longestMillis, "of the longest request");
  }

  boolean allow(Request request) {
    return request.processors() <= mostProcessors && request.durationMillis() <= longestMillis;
  }
}
