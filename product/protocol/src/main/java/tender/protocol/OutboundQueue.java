package tender.protocol;

import com.google.protobuf.MessageLite;
import io.grpc.stub.CallStreamObserver;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What waits to go out on a stream. gRPC takes whatever it is given and keeps it in memory until
 * the other side reads; so only what the other side takes is handed to it, and the rest waits here,
 * up to a bound. What is put in twice while it waits goes out once.
 *
 * @param <K> names a message
 * @param <V> the stream's messages
 */
public final class OutboundQueue<K, V extends MessageLite> {
  private final CallStreamObserver<? super V> stream;
  private final long maxBytes;
  private final Map<K, V> pending = new LinkedHashMap<>();
  private long pendingBytes;
  private long pendingSinceNanos;
  private boolean ended;

  public OutboundQueue(CallStreamObserver<? super V> stream, long mostBytes) {
    this.stream = stream;
    this.maxBytes = mostBytes;
  }

  /**
   * Sends it when the stream can take it; false if it has ended, or so much waits that this is left
   * out. One message always finds room, however large it is. Never blocks.
   */
  public synchronized boolean put(K key, V message) {
    if (ended) {
      return false;
    }
    if (pending.containsKey(key)) {
      return true;
    }
    int bytes = message.getSerializedSize();
    if (!pending.isEmpty() && pendingBytes + bytes > maxBytes) {
      return false;
    }
    if (pending.isEmpty()) {
      pendingSinceNanos = System.nanoTime();
    }
    pending.put(key, message);
    pendingBytes += bytes;
    drain();
    return true;
  }

  /** To be called whenever the stream has become ready. */
  public synchronized void drain() {
    while (!ended && !pending.isEmpty() && stream.isReady()) {
      Map.Entry<K, V> first = pending.entrySet().iterator().next();
      pending.remove(first.getKey());
      pendingBytes -= first.getValue().getSerializedSize();
      pendingSinceNanos = System.nanoTime();
      stream.onNext(first.getValue());
    }
  }

  /** For how long the other side has taken nothing although something waits. */
  public synchronized long stalledNanos() {
    return pending.isEmpty() ? 0 : System.nanoTime() - pendingSinceNanos;
  }

  /** Ends the stream, and says why; what waits is forgotten. Harmless if it has ended. */
  public synchronized void fail(Throwable reason) {
    if (!ended) {
      close();
      stream.onError(reason);
    }
  }

  /** The other side has ended the stream. */
  public synchronized void close() {
    ended = true;
    pending.clear();
    pendingBytes = 0;
  }
}
