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
public final class Outflow<K, V extends MessageLite> {
  private final CallStreamObserver<? super V> stream;
  private final long mostBytes;
  private final Map<K, V> waiting = new LinkedHashMap<>();
  private long waitingBytes;
  private long waitsSinceNanos;
  private boolean ended;

  public Outflow(CallStreamObserver<? super V> stream, long mostBytes) {
    this.stream = stream;
    this.mostBytes = mostBytes;
  }

  /**
   * Sends it when the stream can take it; false if it has ended, or so much waits that this is left
   * out. One message always finds room, however large it is. Never blocks.
   */
  public synchronized boolean put(K key, V message) {
    if (ended) {
      return false;
    }
    if (waiting.containsKey(key)) {
      return true;
    }
    int bytes = message.getSerializedSize();
    if (!waiting.isEmpty() && waitingBytes + bytes > mostBytes) {
      return false;
    }
    if (waiting.isEmpty()) {
      waitsSinceNanos = System.nanoTime();
    }
    waiting.put(key, message);
    waitingBytes += bytes;
    drain();
    return true;
  }

  /** To be called whenever the stream has become ready. */
  public synchronized void drain() {
    while (!ended && !waiting.isEmpty() && stream.isReady()) {
      Map.Entry<K, V> first = waiting.entrySet().iterator().next();
      waiting.remove(first.getKey());
      waitingBytes -= first.getValue().getSerializedSize();
      waitsSinceNanos = System.nanoTime();
      stream.onNext(first.getValue());
    }
  }

  /** For how long the other side has taken nothing although something waits. */
  public synchronized long stalledNanos() {
    return waiting.isEmpty() ? 0 : System.nanoTime() - waitsSinceNanos;
  }

  /** Ends the stream, and says why; what waits is forgotten. Harmless if it has ended. */
  public synchronized void end(Throwable reason) {
    if (!ended) {
      forget();
      stream.onError(reason);
    }
  }

  /** The other side has ended the stream. */
  public synchronized void forget() {
    ended = true;
    waiting.clear();
    waitingBytes = 0;
  }
}
