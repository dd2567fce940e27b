package tender.agent.owner;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Container;
import tender.bagfile.SiteNeeds;
import tender.bagfile.TaskOptions;
import tender.bagfile.WorkOrder;
import tender.core.estimate.DataVolume;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.resource.Misfit;
import tender.protocol.BagDescription;

/**
 * Declines calls for bags of users that the owner does not accept, for bags with containers that
 * cannot run here, and for bags that need data which this site does not have. A call names none of
 * them, so the market is asked. The answer also says how much data must be transferred.
 */
public final class CallAdmission implements Consumer<Message.ToProvider> {
  private static final Logger LOG = System.getLogger(CallAdmission.class.getName());

  private final Optional<Predicate<String>> users;
  private final Function<Container, Optional<String>> refusal;
  private final Function<SiteNeeds, Optional<Misfit>> misfit;
  private final Function<WorkOrder, DataVolume> volume;
  private final BiConsumer<BagId, DataVolume> expected;
  private final Function<BagId, BagDescription> describe;
  private final Consumer<Message.ToProvider> accepted;
  private final BiConsumer<Message.Call, Optional<Misfit>> declined;

  /** A bag is called several times, but described once. */
  private final Map<BagId, KnownBag> known = Collections.synchronizedMap(new LastBags());

  /** What decides about a bag; its description may be large. */
  private record KnownBag(
      String user, Optional<Container> container, SiteNeeds siteNeeds, DataVolume volume) {}

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
   * @param misfit which data or folder for results this site does not have; empty if it has all
   * @param volume the data to transfer for a bag
   * @param expected gets it before the bag's call is accepted
   * @param describe asks the market, and waits for the answer
   * @param accepted gets all messages except the declined calls
   * @param declined gets the others, with what the site does not have, if that is the reason
   */
  public CallAdmission(
      Optional<Predicate<String>> users,
      Function<Container, Optional<String>> refusal,
      Function<SiteNeeds, Optional<Misfit>> misfit,
      Function<WorkOrder, DataVolume> volume,
      BiConsumer<BagId, DataVolume> expected,
      Function<BagId, BagDescription> describe,
      Consumer<Message.ToProvider> accepted,
      BiConsumer<Message.Call, Optional<Misfit>> declined) {
    this.users = users;
    this.refusal = refusal;
    this.misfit = misfit;
    this.volume = volume;
    this.expected = expected;
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
    BagId bag = call.id().bag();
    KnownBag found;
    try {
      found = find(bag);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "The market does not describe a bag: bag={0}", bag, e);
      // Without rules about users it is accepted: hardly any bag has a container that cannot run.
      answer(call, users.isEmpty(), Optional.empty());
      return;
    }
    boolean isAccepted = users.map(rule -> rule.test(found.user())).orElse(true);
    Optional<String> reason = found.container().flatMap(refusal);
    // A user whose bags are not accepted learns nothing about the site.
    Optional<Misfit> missing = isAccepted ? misfit.apply(found.siteNeeds()) : Optional.empty();
    reason
        .or(() -> missing.map(Misfit::text))
        .ifPresent(text -> LOG.log(Level.INFO, "Call declined: bag={0}, cause={1}", bag, text));
    expected.accept(bag, found.volume());
    answer(call, isAccepted && reason.isEmpty() && missing.isEmpty(), missing);
  }

  private void answer(Message.Call call, boolean isAccepted, Optional<Misfit> missing) {
    if (isAccepted) {
      accepted.accept(call);
    } else {
      declined.accept(call, missing);
    }
  }

  private KnownBag find(BagId bag) {
    @Nullable KnownBag found = known.get(bag);
    // Inputs that were missing may have been fetched since.
    if (found == null || found.volume().inputBytes() > 0) {
      BagDescription description = describe.apply(bag);
      found =
          new KnownBag(
              description.user(),
              description.order().options().flatMap(TaskOptions::container),
              SiteNeeds.of(description.order()),
              volume.apply(description.order()));
      known.put(bag, found);
    }
    return found;
  }
}
