package tender.server.bags;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import tender.server.model.ProjectId;
import tender.server.model.UserId;
import tender.server.store.projects.StoredBytesRepository;

/**
 * How much the bags of a user or of a project store. It is measured again after a minute, because
 * that takes longer than a submission.
 */
final class StoredBytes {
  private static final long VALID_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int MAX_ENTRIES = 10_000;

  private final StoredBytesRepository repository;
  private final ConcurrentHashMap<String, Measured> measured = new ConcurrentHashMap<>();

  StoredBytes(StoredBytesRepository repository) {
    this.repository = repository;
  }

  private record Measured(long bytes, long atNanos) {}

  long of(UserId user) {
    return get("user:" + user, () -> repository.ofUser(user));
  }

  long of(ProjectId project) {
    return get("project:" + project, () -> repository.ofProject(project));
  }

  private long get(String owner, LongSupplier measurement) {
    long nowNanos = System.nanoTime();
    Measured known = measured.get(owner);
    if (known != null && nowNanos - known.atNanos < VALID_NANOS) {
      return known.bytes;
    }
    if (measured.size() >= MAX_ENTRIES) {
      measured.clear();
    }
    long bytes = measurement.getAsLong();
    measured.put(owner, new Measured(bytes, nowNanos));
    return bytes;
  }
}
