package tender.agent.link;

import tender.core.message.Message;

/** Handles messages from the market. */
public interface MessageHandler {

  /**
   * Handles a message. When this returns, the message has been handled and stored, and is
   * acknowledged. Called by one thread, in order of arrival; a message may be repeated. If this
   * throws, the message is not acknowledged, and it and all later ones are sent again.
   */
  void handle(Message.ToProvider message);
}
