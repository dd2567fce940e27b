package tender.server.store;

import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tender.server.model.ContentLimits;
import tender.server.model.UserId;
import tender.server.objects.ObjectStoreServer;
import tender.server.objects.S3ObjectStore;

/** A test with its own empty database and its own bucket in a real object store. */
abstract class ObjectStoreTestCase extends DatabaseTestCase {
  static final UserId ANNA = new UserId("anna");

  static final long MAX_USER_BYTES = ContentLimits.DEFAULT_QUOTA_BYTES;

  static final long MAX_RESULT_BYTES = ContentLimits.DEFAULT_QUOTA_BYTES;

  S3ObjectStore objects;

  /** The same database, with content in the bucket. */
  Database withObjects;

  @BeforeEach
  final void openObjects() {
    objects = ObjectStoreServer.shared().newBucket();
    withObjects =
        Database.open(
            settings,
            "objects",
            objects,
            ContentLimits.objects(
                ContentLimits.DEFAULT_INPUT_BYTES, MAX_USER_BYTES, MAX_RESULT_BYTES));
    database.users().create(ANNA);
  }

  @AfterEach
  final void closeObjects() {
    withObjects.close();
  }

  /** The only number that a query returns. */
  final int count(String query) {
    return sql.find(query, row -> row.getInt(1)).orElseThrow();
  }

  static byte[] content(int seed, int bytes) {
    byte[] content = new byte[bytes];
    new Random(seed).nextBytes(content);
    return content;
  }
}
