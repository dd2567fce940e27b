package tender.experiments.auction;

import java.util.OptionalDouble;
import tender.core.model.Time;
import tender.simulator.auction.AuctionRules;

/**
 * One setting of the experiment.
 *
 * @param id as it stands in files
 * @param jobs how many of the log's jobs come
 * @param urgency the same for all, by the paper's equation (3); if empty each draws its own from 0
 *     to 2
 * @param arrivalRate how many times as fast as the log divided by a thousand they come
 * @param rules how often it is cleared, and how far sites look ahead
 */
public record AuctionScenario(
    String id, int jobs, OptionalDouble urgency, double arrivalRate, AuctionRules rules) {
  /** The paper says neither; claims are checked under others too. */
  private static final AuctionRules RULES =
      new AuctionRules(10 * Time.SECOND_MILLIS, Time.HOUR_MILLIS);

  static AuctionScenario ofJobs(int jobs) {
    return new AuctionScenario("jobs-" + jobs, jobs, OptionalDouble.empty(), 1, RULES);
  }

  AuctionScenario withUrgency(double urgency) {
    return new AuctionScenario("urgency-" + urgency, jobs, OptionalDouble.of(urgency), 1, RULES);
  }

  AuctionScenario withArrivalRate(double rate) {
    return new AuctionScenario("arrival-" + rate, jobs, urgency, rate, RULES);
  }

  AuctionScenario withCycle(long seconds) {
    return new AuctionScenario(
        "cycle-" + seconds + "-s",
        jobs,
        urgency,
        arrivalRate,
        new AuctionRules(seconds * Time.SECOND_MILLIS, rules.lookAheadMillis()));
  }

  /** Sites tell of slots that begin within so many minutes, or of all. */
  AuctionScenario withLookAhead(long minutes) {
    return new AuctionScenario(
        minutes == Time.NEVER ? "look-ahead-all" : "look-ahead-" + minutes + "-min",
        jobs,
        urgency,
        arrivalRate,
        new AuctionRules(
            rules.cycleMillis(),
            minutes == Time.NEVER ? Time.NEVER : minutes * Time.MINUTE_MILLIS));
  }
}
