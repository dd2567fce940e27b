package tender.support.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tender.core.model.BagId;

/**
 * The users of the bags that this process has handled last, so that each log line about a bag names
 * its user without a query. What reads or receives a bag with its user records it here.
 */
public final class BagUsers {
  private static final int MAX_BAGS = 20_000;

  private static final Map<BagId, String> LATEST =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<BagId, String> eldest) {
          return size() > MAX_BAGS;
        }
      };

  private BagUsers() {}

  /** The user of a bag, which never changes. */
  public static void record(BagId bag, String user) {
    synchronized (LATEST) {
      LATEST.put(bag, user);
    }
  }

  /** Empty if this process has not read the bag, or long ago. */
  public static Optional<String> find(BagId bag) {
    synchronized (LATEST) {
      return Optional.ofNullable(LATEST.get(bag));
    }
  }
}
