package tender.agent.provider;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.Site;
import tender.core.model.Time;

/** The cluster as it was last looked at, and how much of it may be used. */
final class Premises {
  private static final Logger LOG = System.getLogger(Premises.class.getName());
  private static final long LOOK_MILLIS = Time.MINUTE_MILLIS;

  private final ProviderSettings settings;
  private final BatchSystem batch;
  private final Owner owner;
  private Site site;
  private long lookedMillis;

  Premises(ProviderSettings settings, BatchSystem batch, Owner owner, long nowMillis) {
    this.settings = settings;
    this.batch = batch;
    this.owner = owner;
    site = batch.look();
    lookedMillis = nowMillis;
  }

  Site site() {
    return site;
  }

  /** Nodes come and go. */
  void lookAgain(long nowMillis) {
    if (nowMillis - lookedMillis >= LOOK_MILLIS) {
      lookedMillis = nowMillis;
      Site fresh = batch.look();
      if (fresh.processors() != site.processors()) {
        LOG.log(Level.INFO, "The cluster now has {0} processors.", fresh.processors());
      }
      site = fresh;
    }
  }

  /** How many may be given at all. */
  int givable() {
    return Math.max(1, Math.min(site.processors(), settings.processorsAtMost()));
  }

  /** Whether the owner can give fewer; a host's time is shared, and not its processors. */
  boolean canGiveLess() {
    return settings.shares().isEmpty();
  }

  /**
   * How many are planned with.
   *
   * @param widest what a task of a part needs that is held; a part cannot be planned with less
   */
  int processors(int widest) {
    int wanted = canGiveLess() ? Math.min(givable(), owner.giving().processorsAtMost()) : givable();
    return Math.min(Math.max(wanted, widest), Math.max(1, site.processors()));
  }

  /** Whether processors are kept for parts. */
  boolean reserves() {
    return site.mayReserve() && settings.reserves();
  }
}
