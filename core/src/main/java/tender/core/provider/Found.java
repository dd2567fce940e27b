package tender.core.provider;

import java.util.List;
import tender.core.model.Job;

/**
 * What a provider's new process finds of the life of the one before.
 *
 * @param kept all that was stored, the latest of each reservation
 * @param localJobs those that were promised and have not ended
 * @param running what runs on the cluster
 * @param ended parts' tasks that have ended and left their results, whether that was seen or not
 */
public record Found(List<Kept> kept, List<Job> localJobs, List<Run> running, List<Run> ended) {
  public Found {
    kept = List.copyOf(kept);
    localJobs = List.copyOf(localJobs);
    running = List.copyOf(running);
    ended = List.copyOf(ended);
  }
}
