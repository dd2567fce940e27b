package tender.agent.link;

import tender.core.message.Message;

/** Takes what the market says. */
public interface MessageHandler {

  /**
   * Handles a message; it has been handled and stored when this returns, and is then acknowledged.
   * Called by one thread, in the order in which the messages came. The same message may come again.
   * If this throws, the message is not acknowledged, and it and what followed it come again.
   */
  void handle(Message.ToProvider message);
}
