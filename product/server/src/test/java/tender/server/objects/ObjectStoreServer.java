package tender.server.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tender.support.files.SecureDeletion;
import tender.testbed.Testbed;

/** A real object store for tests, started by the testbed, with any number of buckets. */
public final class ObjectStoreServer {
  private final Testbed testbed;
  private final Testbed.ObjectStore store;
  private final AtomicInteger buckets = new AtomicInteger();

  private ObjectStoreServer() {
    try {
      testbed = new Testbed(Testbed.newFolder("tender-s3-"));
      testbed.up("--no-slurm", "--no-postgres", "--no-ca", "--s3");
      store = testbed.objectStore();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** One server for all tests of this process; it stops with the process. */
  public static ObjectStoreServer shared() {
    return Shared.SERVER;
  }

  private static final class Shared {
    private static final ObjectStoreServer SERVER = new ObjectStoreServer();

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(SERVER::stop));
    }
  }

  /** The settings of a bucket that does not exist yet. */
  public ObjectStoreSettings newBucketSettings() {
    return new ObjectStoreSettings(
        URI.create(store.endpoint()),
        Optional.empty(),
        "bucket" + buckets.incrementAndGet(),
        store.region(),
        store.accessKey(),
        store.secretKey());
  }

  /** A new empty bucket. */
  public S3ObjectStore newBucket() {
    S3ObjectStore objects = new S3ObjectStore(newBucketSettings());
    objects.requireBucket();
    return objects;
  }

  /** Runs a script of the testbed on it, such as {@code s3-kill}. */
  public void run(String script, String... options) throws IOException, InterruptedException {
    testbed.run(script, options);
  }

  private void stop() {
    try {
      testbed.down();
      SecureDeletion.deleteTree(testbed.folder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
