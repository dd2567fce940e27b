package tender.core.auction;

import tender.core.model.Time;

/**
 * The value of a slot and of a job as one number each, by equations (1) and (2) of Garg et al.;
 * both proportionality constants are 1. Times are in seconds.
 *
 * <p>The paper multiplies the attributes, so a queue with a free slot now, or without load, asks
 * zero. It compares this with the sum of the same attributes (its Figure 3).
 */
public final class Valuation {

  /** How the attributes are combined. */
  public enum Form {
    PRODUCT,
    SUM,
    /**
     * The sum with the wait, too, as a share of the longest: the paper forms its metric "from
     * normalised attributes", and normalises all but the wait, which in a sum outweighs the others.
     */
    NORMALISED_SUM
  }

  private final Form form;
  private final long nowMillis;
  private final double demandPerSupply;
  private final long highestValuation;
  private final double maxRemainingSeconds;
  private final double maxWaitedSeconds;
  private final long highestPrice;
  private final double highestLoad;
  private final double longestWaitSeconds;

  /** The market when a cycle begins, with the feasible jobs only. */
  public Valuation(Form form, Cycle cycle, Iterable<WaitingJob> jobs, QueueIndex queues) {
    this.form = form;
    nowMillis = cycle.nowMillis();
    long demand = 0;
    long valuation = 0;
    double remainingSeconds = 0;
    double waitedSeconds = 0;
    for (WaitingJob job : jobs) {
      demand += job.demand();
      valuation = Math.max(valuation, job.valuation().millicredits());
      remainingSeconds = Math.max(remainingSeconds, remainingSeconds(job));
      waitedSeconds = Math.max(waitedSeconds, waitedSeconds(job));
    }
    demandPerSupply = cycle.queues().isEmpty() ? 0 : (double) demand / cycle.supply();
    highestValuation = valuation;
    maxRemainingSeconds = remainingSeconds;
    maxWaitedSeconds = waitedSeconds;
    long price = 0;
    double load = 0;
    double wait = 0;
    for (int queue = 0; queue < queues.size(); queue++) {
      price = Math.max(price, queues.report(queue).pricePerProcessorHour().millicredits());
      load = Math.max(load, queues.load(queue));
      double queueWait = queues.waitSeconds(queue);
      wait = queueWait == Double.POSITIVE_INFINITY ? wait : Math.max(wait, queueWait);
    }
    highestPrice = price;
    highestLoad = load;
    longestWaitSeconds = wait;
  }

  /** Equation (2): higher for valuable, urgent and long waiting jobs. */
  public double bid(WaitingJob job) {
    return aggregate(
        share(job.valuation().millicredits(), highestValuation),
        maxRemainingSeconds / remainingSeconds(job),
        demandPerSupply,
        waitedSeconds(job) / maxWaitedSeconds);
  }

  /** Equation (1): higher for a long wait, a high price and a high load. */
  public double ask(QueueIndex queues, int queue) {
    return aggregate(
        waitTerm(queues.waitSeconds(queue)),
        share(queues.report(queue).pricePerProcessorHour().millicredits(), highestPrice),
        highestLoad == 0 ? 0 : queues.load(queue) / highestLoad,
        demandPerSupply);
  }

  private double waitTerm(double seconds) {
    if (form != Form.NORMALISED_SUM || seconds == Double.POSITIVE_INFINITY) {
      return seconds;
    }
    return longestWaitSeconds == 0 ? 0 : seconds / longestWaitSeconds;
  }

  /** If no price is set anywhere, the share is the same for all. */
  private static double share(long part, long highest) {
    return highest == 0 ? 1 : (double) part / highest;
  }

  private double aggregate(double first, double second, double third, double fourth) {
    if (form != Form.PRODUCT || first == Double.POSITIVE_INFINITY) {
      return first + second + third + fourth;
    }
    return first * second * third * fourth;
  }

  private double remainingSeconds(WaitingJob job) {
    return (job.deadlineMillis() - nowMillis) / (double) Time.SECOND_MILLIS;
  }

  /** With the second that the paper adds, so that the bid of a new job is not zero. */
  private double waitedSeconds(WaitingJob job) {
    return Math.max(0, nowMillis - job.submittedMillis()) / (double) Time.SECOND_MILLIS + 1;
  }
}
