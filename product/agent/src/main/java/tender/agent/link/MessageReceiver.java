package tender.agent.link;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tender.core.message.Message;
import tender.core.store.OutboxMessage;
import tender.protocol.ProtocolLimits;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.v1.Wire;

/**
 * Hands what comes to the inbox, one message after the other on one thread, whatever happens to the
 * streams meanwhile, and acknowledges what was handled. The queue is bounded by what a stream lets
 * the server send ahead.
 */
final class MessageReceiver implements LinkStream.StreamListener {
  private static final System.Logger LOG = System.getLogger(MessageReceiver.class.getName());

  private record QueuedMessage(LinkStream stream, Wire.Owed owed) {

    boolean isOnSameStreamAs(@Nullable QueuedMessage other) {
      return other != null && stream == other.stream;
    }
  }

  private static final long POLL_MILLIS = 100;

  private final MessageHandler handler;
  private final BlockingQueue<QueuedMessage> queue = new LinkedBlockingQueue<>();
  private final Thread thread = Thread.ofVirtual().name("inbox").unstarted(this::run);
  private volatile boolean stopping;

  MessageReceiver(MessageHandler inbox) {
    this.handler = inbox;
  }

  void start() {
    thread.start();
  }

  /**
   * Waits until the message that is being handled has been. It is not interrupted: it may be about
   * to write a file.
   */
  void stop() throws InterruptedException {
    stopping = true;
    thread.join();
  }

  @Override
  public void received(LinkStream from, Wire.Owed owed) {
    queue.add(new QueuedMessage(from, owed));
  }

  private void run() {
    var handled = new ArrayList<OutboxMessage.Id>();
    try {
      while (!stopping) {
        QueuedMessage arrival = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (arrival == null) {
          continue;
        }
        LinkStream stream = arrival.stream();
        // What came on a stream that has ended comes again on the next.
        if (!stream.hasEnded()) {
          handle(arrival).ifPresent(handled::add);
          stream.requestOne();
        }
        boolean moreFollows = arrival.isOnSameStreamAs(queue.peek());
        if (!moreFollows || handled.size() == ProtocolLimits.MAX_ACKNOWLEDGED) {
          acknowledge(stream, handled);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What is to be acknowledged. */
  private Optional<OutboxMessage.Id> handle(QueuedMessage arrival) {
    OutboxMessage.Id id;
    Optional<Message.ToProvider> message;
    try {
      id = MessageCodec.outboxMessageId(arrival.owed());
      message = MessageCodec.toProvider(arrival.owed());
    } catch (MalformedMessageException e) {
      // Not acknowledged, so that it is not lost; but it must not keep the others from coming.
      LOG.log(Level.ERROR, "Ignored a message that is not sound: {0}", e.getMessage());
      return Optional.empty();
    }
    if (message.isEmpty()) {
      // Acknowledged, or it would come for ever.
      LOG.log(
          Level.WARNING, "Ignored message {0}, of a kind that is not known. Update the agent.", id);
      return Optional.of(id);
    }
    try {
      handler.handle(message.get());
      return Optional.of(id);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Message {0} was not handled; it will come again.", id, e);
      arrival.stream().end("A message was not handled.");
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
