package tender.agent.link;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.store.OutboxMessage;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.ProtocolLimits;
import tender.protocol.v1.Wire;

/**
 * Passes received messages to the handler, one at a time on one thread, independent of the streams,
 * and acknowledges handled ones. The queue is bounded by the streams' window.
 */
final class MessageReceiver implements LinkStream.StreamListener {
  private static final System.Logger LOG = System.getLogger(MessageReceiver.class.getName());

  /**
   * A message to handle.
   *
   * @param stream from which it was received; absent in {@link #WAKE_UP}
   */
  private record QueuedMessage(@Nullable LinkStream stream, Wire.OutboxMessage message) {

    boolean isOnSameStreamAs(@Nullable QueuedMessage other) {
      return other != null && stream == other.stream;
    }
  }

  /** Wakes up the thread that waits for a message. */
  private static final QueuedMessage WAKE_UP =
      new QueuedMessage(null, Wire.OutboxMessage.getDefaultInstance());

  private final MessageHandler handler;
  private final BlockingQueue<QueuedMessage> queue = new LinkedBlockingQueue<>();
  private final Thread thread = Thread.ofVirtual().name("handler").unstarted(this::run);
  private volatile boolean stopping;

  MessageReceiver(MessageHandler handler) {
    this.handler = handler;
  }

  MessageHandler handler() {
    return handler;
  }

  void start() {
    thread.start();
  }

  /**
   * Waits for the current message. It is not interrupted, because the handler may be writing a
   * file.
   */
  void stop() throws InterruptedException {
    stopping = true;
    queue.add(WAKE_UP);
    thread.join();
  }

  @Override
  public void received(LinkStream from, Wire.OutboxMessage message) {
    queue.add(new QueuedMessage(from, message));
  }

  private void run() {
    var handled = new ArrayList<OutboxMessage.Id>();
    try {
      while (!stopping) {
        QueuedMessage received = queue.take();
        LinkStream stream = received.stream();
        if (stream == null) {
          continue;
        }
        // The server repeats messages of an ended stream on the next one.
        if (!stream.hasEnded()) {
          handle(stream, received.message()).ifPresent(handled::add);
          stream.requestOne();
        }
        boolean hasNext = received.isOnSameStreamAs(queue.peek());
        if (!hasNext || handled.size() == ProtocolLimits.MAX_ACKNOWLEDGED) {
          acknowledge(stream, handled);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the id to acknowledge. */
  private Optional<OutboxMessage.Id> handle(LinkStream stream, Wire.OutboxMessage received) {
    OutboxMessage.Id id;
    Optional<Message.ToProvider> message;
    try {
      id = MessageCodec.outboxMessageId(received);
      message = MessageCodec.toProvider(received);
    } catch (MalformedMessageException e) {
      // Not acknowledged, so that it is not lost. Later messages are still handled.
      LOG.log(Level.ERROR, "Ignored a malformed message: cause={0}", e.getMessage());
      return Optional.empty();
    }
    if (message.isEmpty()) {
      // Acknowledged; otherwise the server would repeat it indefinitely.
      LOG.log(Level.WARNING, "Ignored a message of an unknown kind; update the agent: id={0}", id);
      return Optional.of(id);
    }
    try {
      handler.handle(message.get());
      return Optional.of(id);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Message handling failed; the server will send it again: id={0}", id, e);
      stream.end("The agent failed to handle a message.");
      return Optional.empty();
    }
  }

  private static void acknowledge(LinkStream stream, List<OutboxMessage.Id> handled) {
    if (!handled.isEmpty()) {
      List<OutboxMessage.Id> ids = List.copyOf(handled);
      stream.send(ids, MessageCodec.acknowledge(ids));
      handled.clear();
    }
  }
}
