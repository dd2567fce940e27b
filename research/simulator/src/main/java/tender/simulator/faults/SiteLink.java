package tender.simulator.faults;

import tender.simulator.faults.seed.Fault;
import tender.simulator.faults.seed.SimulationContext;

/** The link between a site and the server. Each direction can be cut for a while. */
final class SiteLink {
  private static final double CUT_PROBABILITY = 0.6;

  private final String site;
  private final SimulationContext context;
  private long inboundCutUntilMillis;
  private long outboundCutUntilMillis;

  /** Whether a fault hit this link. */
  boolean faulted;

  SiteLink(String site, SimulationContext context) {
    this.site = site;
    this.context = context;
  }

  boolean isInboundUp() {
    return inboundCutUntilMillis <= context.nowMillis();
  }

  boolean isOutboundUp() {
    return outboundCutUntilMillis <= context.nowMillis();
  }

  void cut() {
    if (context.isFaultPeriod()) {
      context.countFault(Fault.LINK_CUT, site);
      faulted = true;
      long untilMillis = context.nowMillis() + context.random().between(1_000, 600_000);
      if (context.random().chance(CUT_PROBABILITY)) {
        inboundCutUntilMillis = untilMillis;
      }
      if (context.random().chance(CUT_PROBABILITY)) {
        outboundCutUntilMillis = untilMillis;
      }
    }
  }

  void heal() {
    inboundCutUntilMillis = 0;
    outboundCutUntilMillis = 0;
  }
}
