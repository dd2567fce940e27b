package tender.protocol;

import com.google.protobuf.MessageLite;
import io.grpc.stub.CallStreamObserver;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A bounded queue of messages to send on a gRPC stream. gRPC itself buffers without limit until the
 * other side reads, so a message is passed to gRPC only when the stream is ready. A message with
 * the key of a pending one is not queued a second time.
 *
 * @param <K> identifies a message
 * @param <V> type of the stream's messages
 */
public final class OutboundQueue<K, V extends MessageLite> {
  private final CallStreamObserver<? super V> stream;
  private final long maxBytes;
  private final Map<K, V> pending = new LinkedHashMap<>();
  private long pendingBytes;
  private long pendingSinceNanos;
  private boolean ended;

  public OutboundQueue(CallStreamObserver<? super V> stream, long maxBytes) {
    this.stream = stream;
    this.maxBytes = maxBytes;
  }

  /**
   * Queues a message. Returns false if the stream has ended or the queue is full. An empty queue
   * accepts a message of any size. Never blocks.
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

  /** The caller must call this each time the stream becomes ready. */
  public synchronized void drain() {
    while (!ended && !pending.isEmpty() && stream.isReady()) {
      Map.Entry<K, V> first = pending.entrySet().iterator().next();
      pending.remove(first.getKey());
      pendingBytes -= first.getValue().getSerializedSize();
      pendingSinceNanos = System.nanoTime();
      stream.onNext(first.getValue());
    }
  }

  /** How long the other side has read nothing while messages are pending. */
  public synchronized long stalledNanos() {
    return pending.isEmpty() ? 0 : System.nanoTime() - pendingSinceNanos;
  }

  /** Ends the stream with an error and discards pending messages. Does nothing if it has ended. */
  public synchronized void fail(Throwable reason) {
    if (!ended) {
      close();
      stream.onError(reason);
    }
  }

  /** Discards pending messages, after the other side has ended the stream. */
  public synchronized void close() {
    ended = true;
    pending.clear();
    pendingBytes = 0;
  }
}
