package tender.server.store.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.bagfile.Digest;

/** What every store of content must do. */
@Tag("live")
abstract class ContentStoreContract {
  private ContentStore store;

  abstract ContentStore open() throws Exception;

  /** A new name for content in the store. */
  abstract ContentId begin(ContentStore store, Digest digest);

  /** Whether the store has any bytes of this content, also incomplete ones. */
  abstract boolean hasBytes(ContentId id);

  abstract void release();

  @BeforeEach
  final void openStore() throws Exception {
    store = open();
  }

  @AfterEach
  final void releaseStore() {
    release();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        1,
        DatabaseContent.CHUNK_BYTES,
        DatabaseContent.CHUNK_BYTES + 1,
        ObjectContent.PART_BYTES - 1,
        ObjectContent.PART_BYTES,
        2 * ObjectContent.PART_BYTES,
        2 * ObjectContent.PART_BYTES + 7
      })
  void contentIsReadAsItWasWritten(int bytes) throws Exception {
    byte[] content = content(bytes);
    ContentId id = write(content);

    try (InputStream in = store.open(id, 0)) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
    long from = bytes - 1L;
    try (InputStream in = store.open(id, from)) {
      assertThat(in.readAllBytes()).containsExactly(content[bytes - 1]);
    }
  }

  @Test
  void contentIsReadFromTheMiddle() throws Exception {
    byte[] content = content(2 * DatabaseContent.CHUNK_BYTES + 5);
    ContentId id = write(content);

    for (int from : new int[] {1, DatabaseContent.CHUNK_BYTES, DatabaseContent.CHUNK_BYTES + 3}) {
      try (InputStream in = store.open(id, from)) {
        assertThat(in.read()).isEqualTo(content[from] & 0xff);
        assertThat(in.readAllBytes()).hasSize(content.length - from - 1);
      }
    }
  }

  @Test
  void equalContentIsDeletedSeparately() throws Exception {
    byte[] content = content(DatabaseContent.CHUNK_BYTES);
    ContentId first = write(content);
    ContentId second = write(content);

    store.delete(first);
    store.delete(first);

    assertThat(hasBytes(first)).isFalse();
    try (InputStream in = store.open(second, 0)) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
  }

  @Test
  void incompleteContentIsDeleted() {
    byte[] start = content(ObjectContent.PART_BYTES + DatabaseContent.CHUNK_BYTES);
    ContentId id = begin(store, Digest.of(start));
    InputStream broken =
        new SequenceInputStream(
            new ByteArrayInputStream(start),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new IOException("broken stream");
              }

              @Override
              public int read(byte[] into, int offset, int length) throws IOException {
                return read();
              }
            });

    assertThatThrownBy(() -> store.write(id, broken)).hasMessage("broken stream");
    assertThat(hasBytes(id)).isTrue();
    store.delete(id);

    assertThat(hasBytes(id)).isFalse();
  }

  @Test
  void contentThatWasNeverWrittenIsDeletedWithoutError() {
    store.delete(begin(store, Digest.of(content(3))));
  }

  private ContentId write(byte[] content) throws IOException {
    ContentId id = begin(store, Digest.of(content));
    store.write(id, new ByteArrayInputStream(content));
    return id;
  }

  private static byte[] content(int bytes) {
    byte[] content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    return content;
  }
}
