package tender.server.engine.agents;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tender.core.model.BagId;
import tender.server.store.bags.Submission;
import tender.server.store.bags.SubmissionRepository;

/**
 * The submissions that agents asked about last. A submission never changes, except that of another
 * market's bag, and its work order may be large, while an agent asks for each of its files.
 */
final class SubmissionCache {
  private static final int MAX_SUBMISSIONS = 50;

  private final SubmissionRepository submissions;
  private final Map<BagId, Submission> latest =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<BagId, Submission> eldest) {
          return size() > MAX_SUBMISSIONS;
        }
      };

  SubmissionCache(SubmissionRepository submissions) {
    this.submissions = submissions;
  }

  Optional<Submission> find(BagId bag) {
    synchronized (latest) {
      Submission known = latest.get(bag);
      if (known != null) {
        return Optional.of(known);
      }
    }
    Optional<Submission> read = submissions.find(bag);
    synchronized (latest) {
      read.filter(submission -> !submission.requirements().holdFirst())
          .ifPresent(submission -> latest.put(bag, submission));
    }
    return read;
  }
}
