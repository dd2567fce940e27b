package tender.agent.owner;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Container;
import tender.bagfile.TaskOptions;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.protocol.BagDescription;

/**
 * Declines calls for bags of users that the owner does not accept, and for bags with containers
 * that cannot run here. A call names neither, so the market is asked.
 */
public final class CallAdmission implements Consumer<Message.ToProvider> {
  private static final Logger LOG = System.getLogger(CallAdmission.class.getName());

  private final Optional<Predicate<String>> users;
  private final Function<Container, Optional<String>> refusal;
  private final Function<BagId, BagDescription> describe;
  private final Consumer<Message.ToProvider> accepted;
  private final Consumer<Message.Call> declined;

  /** A bag is called several times, but described once. */
  private final Map<BagId, KnownBag> known = Collections.synchronizedMap(new LastBags());

  /** What decides about a bag; its description may be large. */
  private record KnownBag(String user, Optional<Container> container) {}

  private static final class LastBags extends LinkedHashMap<BagId, KnownBag> {
    private static final long serialVersionUID = 1L;
    private static final int MAX_BAGS = 1_000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<BagId, KnownBag> eldest) {
      return size() > MAX_BAGS;
    }
  }

  /**
   * @param users accepts the bags of a user; empty: all users
   * @param refusal why a container cannot run here; empty if it can
   * @param describe asks the market, and waits for the answer
   * @param accepted gets all messages except the declined calls
   */
  public CallAdmission(
      Optional<Predicate<String>> users,
      Function<Container, Optional<String>> refusal,
      Function<BagId, BagDescription> describe,
      Consumer<Message.ToProvider> accepted,
      Consumer<Message.Call> declined) {
    this.users = users;
    this.refusal = refusal;
    this.describe = describe;
    this.accepted = accepted;
    this.declined = declined;
  }

  @Override
  public void accept(Message.ToProvider message) {
    if (message instanceof Message.Call call) {
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
    KnownBag found;
    try {
      found = find(bag);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "The market does not describe a bag: bag={0}", bag, e);
      // Without rules about users it is accepted: hardly any bag has a container that cannot run.
      return users.isEmpty();
    }
    Optional<String> reason = found.container().flatMap(refusal);
    reason.ifPresent(text -> LOG.log(Level.INFO, "Call declined: bag={0}, cause={1}", bag, text));
    return reason.isEmpty() && users.map(rule -> rule.test(found.user())).orElse(true);
  }

  private KnownBag find(BagId bag) {
    @Nullable KnownBag found = known.get(bag);
    if (found == null) {
      BagDescription description = describe.apply(bag);
      found =
          new KnownBag(
              description.user(), description.order().options().flatMap(TaskOptions::container));
      known.put(bag, found);
    }
    return found;
  }
}
