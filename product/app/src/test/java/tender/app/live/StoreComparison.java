package tender.app.live;

import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tender.server.objects.BucketContents;
import tender.server.objects.ObjectStoreSettings;
import tender.testbed.Testbed;

/**
 * The content of the object store beside the rows that name objects. All servers must be idle.
 *
 * @param bucket what the bucket has
 * @param unnamedObjects objects that no row names
 * @param unnamedParts parts in the store whose object no row names
 * @param missingObjects objects that a row names as complete, and that the store does not have
 */
record StoreComparison(
    BucketContents bucket,
    Set<String> unnamedObjects,
    Set<String> unnamedParts,
    Set<String> missingObjects) {
  static StoreComparison of(LiveMarket market, String bucket) throws Exception {
    Testbed.ObjectStore store = market.testbed().objectStore();
    return compare(
        BucketContents.of(
            new ObjectStoreSettings(
                URI.create(store.endpoint()),
                Optional.empty(),
                bucket,
                store.region(),
                store.accessKey(),
                store.secretKey())),
        StoredParts.list(store, bucket),
        market.database());
  }

  private static StoreComparison compare(
      BucketContents bucket, List<String> parts, DatabaseReader rows)
      throws IOException, SQLException {
    List<String> named = rows.objects();
    return new StoreComparison(
        bucket,
        without(bucket.objects(), named),
        without(parts, named),
        without(rows.completeObjects(), bucket.objects()));
  }

  private static Set<String> without(List<String> names, List<String> others) {
    Set<String> rest = new TreeSet<>(names);
    others.forEach(rest::remove);
    return rest;
  }

  /**
   * The names of objects that no row names, and of unfinished ones. After a cleanup no transfer
   * continues, so no unfinished one is in use.
   */
  Set<String> unused() {
    Set<String> all = new TreeSet<>(unnamedObjects);
    all.addAll(bucket.uploads());
    all.addAll(unnamedParts);
    return all;
  }
}
