package tender.agent.planning;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import tender.core.message.Message;
import tender.core.model.BagId;

/**
 * Declines calls for bags of users that the owner does not accept. A call does not name the bag's
 * user, so the market is asked; without rules it is not asked.
 */
public final class CallAdmission implements Consumer<Message.ToProvider> {
  private static final Logger LOG = System.getLogger(CallAdmission.class.getName());

  private final Optional<Predicate<String>> rules;
  private final Function<BagId, String> userOf;
  private final Consumer<Message.ToProvider> accepted;
  private final Consumer<Message.Call> declined;

  /**
   * @param rules which users' bags are accepted; empty: all
   * @param userOf asks the market, and waits for the answer
   * @param accepted gets all messages except the declined calls
   */
  public CallAdmission(
      Optional<Predicate<String>> rules,
      Function<BagId, String> userOf,
      Consumer<Message.ToProvider> accepted,
      Consumer<Message.Call> declined) {
    this.rules = rules;
    this.userOf = userOf;
    this.accepted = accepted;
    this.declined = declined;
  }

  @Override
  public void accept(Message.ToProvider message) {
    if (message instanceof Message.Call call && rules.isPresent()) {
      // Not on the thread that reads messages: the answer is one of them.
      Thread.ofVirtual().start(() -> decide(call));
    } else {
      accepted.accept(message);
    }
  }

  private void decide(Message.Call call) {
    if (isAccepted(call.id().bag())) {
      accepted.accept(call);
    } else {
      declined.accept(call);
    }
  }

  private boolean isAccepted(BagId bag) {
    try {
      return rules.orElseThrow().test(userOf.apply(bag));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Call declined, because its user is unknown: bag={0}", bag, e);
      return false;
    }
  }
}
