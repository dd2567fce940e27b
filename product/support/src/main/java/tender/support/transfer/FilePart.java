package tender.support.transfer;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A part of a file as the body of a request, which may be read several times, and counts how much
 * of it was read. Its pieces are larger than the 16 KiB of the JDK's publishers, because each costs
 * a change of threads.
 */
final class FilePart implements Flow.Publisher<ByteBuffer> {
  private static final int PIECE_BYTES = 256 << 10;

  private final FileChannel file;
  private final long fromByte;
  private final long bytes;
  private final TransferListener listener;
  private long readBytes;

  FilePart(FileChannel file, long fromByte, long bytes, TransferListener listener) {
    this.file = file;
    this.fromByte = fromByte;
    this.bytes = bytes;
    this.listener = listener;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    reset();
    subscriber.onSubscribe(new Reading(subscriber));
  }

  /** Nothing counts as read. */
  synchronized void reset() {
    listener.transferred(-readBytes);
    readBytes = 0;
  }

  private synchronized void count(int more) {
    readBytes += more;
    listener.transferred(more);
  }

  private ByteBuffer read(long at) throws IOException {
    ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE_BYTES, bytes - at));
    while (piece.hasRemaining()) {
      if (file.read(piece, fromByte + at + piece.position()) < 0) {
        throw new EOFException("the file became shorter while it was read");
      }
    }
    return piece.flip();
  }

  /** One thread at a time reads, the one whose request found no other to be served. */
  private final class Reading implements Flow.Subscription {
    private final Flow.Subscriber<? super ByteBuffer> subscriber;
    private final AtomicLong requested = new AtomicLong();
    private long at;
    private volatile boolean hasEnded;

    Reading(Flow.Subscriber<? super ByteBuffer> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void request(long pieces) {
      if (requested.getAndAdd(pieces) > 0) {
        return;
      }
      do {
        if (!hasEnded) {
          publishPiece();
        }
      } while (requested.decrementAndGet() > 0);
    }

    private void publishPiece() {
      try {
        ByteBuffer piece = read(at);
        at += piece.limit();
        count(piece.limit());
        subscriber.onNext(piece);
        if (at == bytes) {
          hasEnded = true;
          subscriber.onComplete();
        }
      } catch (IOException e) {
        hasEnded = true;
        subscriber.onError(e);
      }
    }

    @Override
    public void cancel() {
      hasEnded = true;
    }
  }
}
