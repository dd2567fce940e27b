package tender.agent.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.Digest;

class ImageCacheTest {
  private static final int IMAGE_BYTES = 1_000;

  @TempDir private Path folder;
  private final AtomicInteger unpacked = new AtomicInteger();
  private final Set<String> used = new HashSet<>();
  private final ImageCache.Unpacker writer = (source, target) -> write(target);

  private void write(Path target) throws IOException {
    unpacked.incrementAndGet();
    Files.createDirectories(target.resolve("rootfs"));
    Files.write(target.resolve("rootfs/file"), new byte[IMAGE_BYTES]);
    Files.writeString(target.resolve("environment"), "PATH=/bin");
  }

  private ImageCache cache(ImageCache.Unpacker unpacker, int images) throws IOException {
    var cache = new ImageCache(folder, unpacker, images * (IMAGE_BYTES + 100L), used::contains);
    cache.install();
    return cache;
  }

  private static ImageSource image(int number) {
    return new ImageSource.Registry("example.org/a", Digest.of(new byte[] {(byte) number}));
  }

  private boolean isCached(int number) {
    return Files.exists(folder.resolve(image(number).key()));
  }

  @BeforeEach
  void useNothing() {
    used.clear();
  }

  @Test
  void imageIsUnpackedOnceForManyParts() throws Exception {
    ImageCache cache =
        cache(
            (source, target) -> {
              try {
                Thread.sleep(200);
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              write(target);
            },
            2);
    var parts = new ArrayList<Callable<UnpackedImage>>();
    for (int i = 0; i < 20; i++) {
      parts.add(() -> cache.acquire(image(1)));
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var image : threads.invokeAll(parts)) {
        assertThat(image.get().root().path().resolve("file")).exists();
        assertThat(image.get().environment()).containsEntry("PATH", "/bin");
      }
    }
    assertThat(unpacked).hasValue(1);
    // Also after a restart.
    cache(writer, 2).acquire(image(1));
    assertThat(unpacked).hasValue(1);
  }

  @Test
  void imageThatCrashLeftIncompleteIsNotUsed() throws Exception {
    Path left = folder.resolve(image(1).key() + ".new");
    Files.createDirectories(left.resolve("rootfs"));
    ImageCache cache = cache(writer, 2);
    assertThat(left).doesNotExist();
    Files.createDirectories(left.resolve("rootfs/partial"));
    UnpackedImage image = cache.acquire(image(1));
    assertThat(unpacked).hasValue(1);
    assertThat(image.root().path().resolve("partial")).doesNotExist();
    assertThat(left).doesNotExist();
  }

  @Test
  void longestUnusedImagesAreDeletedFirst() throws Exception {
    ImageCache cache = cache(writer, 3);
    for (int i = 1; i <= 3; i++) {
      cache.acquire(image(i));
      Files.setLastModifiedTime(folder.resolve(image(i).key()), FileTime.fromMillis(i * 1_000L));
    }
    used.add(image(1).key());
    cache.acquire(image(4));
    assertThat(List.of(isCached(1), isCached(2), isCached(3), isCached(4)))
        .containsExactly(true, false, true, true);
    used.addAll(List.of(image(3).key(), image(4).key()));
    assertThatThrownBy(() -> cache.acquire(image(5)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("images in use leave less")
        .hasMessageContaining("containers.cache_gigabytes");
    assertThat(isCached(5)).isFalse();
    used.remove(image(3).key());
    cache.acquire(image(5));
    assertThat(List.of(isCached(1), isCached(3), isCached(4), isCached(5)))
        .containsExactly(true, false, true, true);
  }

  @Test
  void invalidImageIsNotUnpackedAgain() throws Exception {
    ImageCache cache =
        cache(
            (source, target) -> {
              unpacked.incrementAndGet();
              throw new InvalidImageException("It is\nodd.");
            },
            2);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> cache.acquire(image(1)))
          .isInstanceOf(InvalidImageException.class)
          .hasMessage("The image example.org/a cannot be used as a container. It is odd.");
    }
    assertThat(unpacked).hasValue(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void imageThatCannotBeFetchedIsInvalidAfterThreeAttempts() throws Exception {
    ImageCache cache =
        cache(
            (source, target) -> {
              throw new IOException("The registry is down.");
            },
            2);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> cache.acquire(image(1))).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> cache.acquire(image(1)))
        .isInstanceOf(InvalidImageException.class)
        .hasMessageContaining("The registry is down.");
  }
}
