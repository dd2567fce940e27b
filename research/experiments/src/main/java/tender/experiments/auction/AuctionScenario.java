package tender.experiments.auction;

import java.util.OptionalDouble;
import tender.core.model.Time;
import tender.simulator.auction.AuctionRules;

/**
 * One scenario of the auction experiment.
 *
 * @param id identifier in result files
 * @param jobs number of jobs taken from the trace
 * @param urgency of all jobs, by the paper's equation (3); if empty, each job's is drawn from 0 to
 *     2
 * @param arrivalRate factor on the arrival rate of the trace with submission times divided by a
 *     thousand
 * @param rules clearing interval, and look-ahead of the sites
 */
public record AuctionScenario(
    String id, int jobs, OptionalDouble urgency, double arrivalRate, AuctionRules rules) {
  /** The paper states neither; claims are also checked under other rules. */
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

  /** Sites report slots that begin within this many minutes, or all slots. */
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
