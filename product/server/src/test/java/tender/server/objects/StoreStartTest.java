package tender.server.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tender.core.store.Store;

/** A server starts while its object store is down. */
class StoreStartTest {
  @Test
  void serverWaitsForStoreThatStarts() throws Exception {
    int port = freePort();
    AtomicInteger requests = new AtomicInteger();
    HttpServer store = HttpServer.create();
    store.createContext(
        "/",
        request -> {
          // The first request meets a store that is not ready.
          request.sendResponseHeaders(requests.getAndIncrement() < 4 ? 503 : 200, -1);
          request.close();
        });
    Thread start =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    Thread.sleep(1_500);
                    store.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
                    store.start();
                  } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    try (S3ObjectStore objects = store(port)) {
      objects.awaitBucket(Duration.ofMinutes(1));
      assertThat(requests).hasValueGreaterThan(4);
    } finally {
      start.join();
      store.stop(0);
    }
  }

  @Test
  void serverDoesNotWaitForever() throws Exception {
    try (S3ObjectStore objects = store(freePort())) {
      assertThatExceptionOfType(Store.Unavailable.class)
          .isThrownBy(() -> objects.awaitBucket(Duration.ofMillis(100)))
          .withMessageContaining("cannot open the bucket");
    }
  }

  @Test
  void refusalIsReportedWithoutDelay() throws Exception {
    HttpServer store =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    AtomicInteger requests = new AtomicInteger();
    store.createContext(
        "/",
        request -> {
          requests.incrementAndGet();
          request.sendResponseHeaders(403, -1);
          request.close();
        });
    store.start();
    try (S3ObjectStore objects = store(store.getAddress().getPort())) {
      assertThatExceptionOfType(Store.Unavailable.class)
          .isThrownBy(() -> objects.awaitBucket(Duration.ofMinutes(1)));
      assertThat(requests).hasValue(1);
    } finally {
      store.stop(0);
    }
  }

  private static S3ObjectStore store(int port) {
    return new S3ObjectStore(
        new ObjectStoreSettings(
            URI.create("http://127.0.0.1:" + port),
            Optional.empty(),
            "bucket",
            "us-east-1",
            "key",
            "secret"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
