package tender.app.live;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tender.server.objects.ObjectStoreSettings;
import tender.server.objects.S3ObjectStore;
import tender.testbed.Testbed;

/**
 * Transfers of files with the SDK's client and nothing else, for comparison: four parts of a file
 * at the same time, as commands and agents send them, without digests of files, in a process that
 * runs already.
 */
final class PlainStoreClient implements AutoCloseable {
  private static final int PART_BYTES = 16 << 20;
  private static final int PARALLEL = 4;

  private final S3ObjectStore store;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  PlainStoreClient(LiveMarket market) throws IOException {
    Testbed.ObjectStore settings = market.testbed().objectStore();
    store =
        new S3ObjectStore(
            new ObjectStoreSettings(
                URI.create(settings.endpoint()),
                Optional.empty(),
                "plain",
                settings.region(),
                settings.accessKey(),
                settings.secretKey()));
    store.requireBucket();
  }

  /** Sends files, one after the other; returns the names of the objects. */
  List<String> send(String prefix, List<Path> files) throws Exception {
    List<String> names = new ArrayList<>();
    for (Path file : files) {
      String name = prefix + file.getFileName();
      send(name, file);
      names.add(name);
    }
    return names;
  }

  private void send(String name, Path file) throws Exception {
    String upload = store.startMultipart(name);
    try (FileChannel content = FileChannel.open(file);
        ExecutorService senders = Executors.newFixedThreadPool(PARALLEL)) {
      List<Callable<String>> parts = new ArrayList<>();
      for (long from = 0; from < content.size(); from += PART_BYTES) {
        int number = parts.size() + 1;
        long start = from;
        parts.add(
            () -> {
              ByteBuffer part =
                  ByteBuffer.allocate((int) Math.min(PART_BYTES, content.size() - start));
              while (part.hasRemaining()) {
                if (content.read(part, start + part.position()) < 0) {
                  throw new IOException(file + " became shorter.");
                }
              }
              return store.putPart(name, upload, number, part.array(), part.capacity());
            });
      }
      List<String> tags = new ArrayList<>();
      for (Future<String> part : senders.invokeAll(parts)) {
        tags.add(part.get());
      }
      store.completeMultipart(name, upload, tags);
    }
  }

  /** Reads objects into a folder, one after the other. */
  Path read(List<String> names, Path folder) throws IOException {
    for (String name : names) {
      try (InputStream in = store.open(name, 0).orElseThrow()) {
        Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return folder;
  }

  /** Two transfers at the same time. */
  <T> List<T> both(Callable<T> first, Callable<T> second) throws Exception {
    List<T> results = new ArrayList<>();
    for (Future<T> one : threads.invokeAll(List.of(first, second))) {
      results.add(one.get());
    }
    return results;
  }

  void delete(List<String> names) {
    names.forEach(store::delete);
  }

  @Override
  public void close() {
    threads.close();
    store.close();
  }
}
