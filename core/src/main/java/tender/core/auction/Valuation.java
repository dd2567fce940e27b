package tender.core.auction;

import tender.core.model.Time;

/**
 * The worth of a slot and of a job as one number each, by equations (1) and (2) of Garg et al.;
 * both of their proportionality constants are 1. Times count in seconds.
 *
 * <p>The paper multiplies the attributes, so a queue that has a free slot now, or no load, asks
 * nothing. The sum of the same attributes is what it compares that with (its Figure 3).
 */
public final class Valuation {

  /** How the attributes become one number. */
  public enum Form {
    PRODUCT,
    SUM
  }

  private final Form form;
  private final long nowMillis;
  private final double demandPerSupply;
  private final long highestValuation;
  private final double longestLeftSeconds;
  private final double longestWaitedSeconds;
  private final long highestPrice;
  private final double highestLoad;

  /** The market as a cycle begins; those whom nothing can help are not part of it. */
  public Valuation(Form form, Cycle cycle, Iterable<WaitingJob> jobs, QueueIndex queues) {
    this.form = form;
    nowMillis = cycle.nowMillis();
    long demand = 0;
    long valuation = 0;
    double leftSeconds = 0;
    double waitedSeconds = 0;
    for (WaitingJob job : jobs) {
      demand += job.processors();
      valuation = Math.max(valuation, job.valuation().millicredits());
      leftSeconds = Math.max(leftSeconds, leftSeconds(job));
      waitedSeconds = Math.max(waitedSeconds, waitedSeconds(job));
    }
    demandPerSupply = cycle.queues().isEmpty() ? 0 : (double) demand / cycle.supply();
    highestValuation = valuation;
    longestLeftSeconds = leftSeconds;
    longestWaitedSeconds = waitedSeconds;
    long price = 0;
    double load = 0;
    for (int queue = 0; queue < queues.size(); queue++) {
      price = Math.max(price, queues.report(queue).pricePerProcessorHour().millicredits());
      load = Math.max(load, queues.load(queue));
    }
    highestPrice = price;
    highestLoad = load;
  }

  /** Equation (2): the dearer, the more urgent and the longer unserved, the higher. */
  public double bid(WaitingJob job) {
    return aggregate(
        share(job.valuation().millicredits(), highestValuation),
        longestLeftSeconds / leftSeconds(job),
        demandPerSupply,
        waitedSeconds(job) / longestWaitedSeconds);
  }

  /** Equation (1): the longer the wait, the dearer and the more loaded, the higher. */
  public double ask(QueueIndex queues, int queue) {
    long waitMillis = queues.waitMillis(queue);
    return aggregate(
        waitMillis == Time.NEVER
            ? Double.POSITIVE_INFINITY
            : waitMillis / (double) Time.SECOND_MILLIS,
        share(queues.report(queue).pricePerProcessorHour().millicredits(), highestPrice),
        highestLoad == 0 ? 0 : queues.load(queue) / highestLoad,
        demandPerSupply);
  }

  /** What nobody names a price for is the same for all. */
  private static double share(long part, long highest) {
    return highest == 0 ? 1 : (double) part / highest;
  }

  private double aggregate(double first, double second, double third, double fourth) {
    if (form == Form.SUM || first == Double.POSITIVE_INFINITY) {
      return first + second + third + fourth;
    }
    return first * second * third * fourth;
  }

  private double leftSeconds(WaitingJob job) {
    return (job.deadlineMillis() - nowMillis) / (double) Time.SECOND_MILLIS;
  }

  /** With the second that the paper adds, so that a newcomer's bid is not zero. */
  private double waitedSeconds(WaitingJob job) {
    return Math.max(0, nowMillis - job.submittedMillis()) / (double) Time.SECOND_MILLIS + 1;
  }
}
