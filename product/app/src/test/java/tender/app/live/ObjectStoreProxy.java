package tender.app.live;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import tender.testbed.Testbed;

/**
 * The object store of a test, which users and agents reach by a proxy that can be disconnected, and
 * the server without it.
 *
 * @param settings of a server that uses it
 */
record ObjectStoreProxy(CuttableProxy proxy, String settings) {
  /** The proxy cannot be used. */
  static ObjectStoreProxy startDirect(LiveMarket market) throws IOException {
    ObjectStoreProxy store = start(market);
    return new ObjectStoreProxy(
        store.proxy, store.settings.replaceFirst(" *public_endpoint:[^\n]*\n", ""));
  }

  static ObjectStoreProxy start(LiveMarket market) throws IOException {
    Testbed.ObjectStore store = market.testbed().objectStore();
    CuttableProxy proxy = new CuttableProxy(URI.create(store.endpoint()).getPort());
    Path secret = market.folder().resolve("s3.secret");
    Files.writeString(secret, store.secretKey());
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    return new ObjectStoreProxy(
        proxy,
        """
        object_store:
          endpoint: %s
          public_endpoint: http://127.0.0.1:%d
          bucket: tender
          region: %s
          access_key: %s
          secret_key_file: %s
        """
            .formatted(store.endpoint(), proxy.port(), store.region(), store.accessKey(), secret));
  }
}
