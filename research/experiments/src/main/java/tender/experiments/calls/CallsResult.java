package tender.experiments.calls;

import java.util.List;
import java.util.function.ToDoubleFunction;
import tender.core.model.Time;
import tender.experiments.statistics.Sample;
import tender.simulator.market.CallOutcome;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.MarketOutcome;

/**
 * The bags of a market in which each calls a number of providers first.
 *
 * @param providersPerCall at least the number of providers if all are called together
 * @param callsPerBag how many calls were sent to providers for a bag
 * @param promisedPercent how many bags got a promise
 * @param onTimePercent how many bags were promised by their deadline
 * @param responseSeconds from the submission of a promised bag to its end
 * @param pricePerHour in credits for an hour of a reference processor
 */
public record CallsResult(
    int providersPerCall,
    Sample callsPerBag,
    Sample promisedPercent,
    Sample onTimePercent,
    Sample responseSeconds,
    Sample pricePerHour) {
  private static final double PERCENT = 100;

  /** The measures of one simulated market. */
  record Run(
      double callsPerBag,
      double promisedPercent,
      double onTimePercent,
      double responseSeconds,
      double pricePerHour) {

    static Run of(List<ExternalBag> bags, MarketOutcome outcome, List<CallOutcome> calls) {
      double promised = 0;
      double onTime = 0;
      double responseMillis = 0;
      double processorHours = 0;
      for (int i = 0; i < bags.size(); i++) {
        MarketOutcome.BagOutcome bag = outcome.bags().get(i);
        if (bag.promisedMillis() != Time.NEVER) {
          promised++;
          onTime += bag.promisedMillis() <= bag.deadlineMillis() ? 1 : 0;
          responseMillis += bag.endedMillis() - bag.submittedMillis();
          processorHours +=
              (double) bag.tasks() * bags.get(i).bag().width() * bag.runMillis() / Time.HOUR_MILLIS;
        }
      }
      double price = calls.stream().mapToLong(call -> call.price().millicredits()).sum() / 1e3;
      return new Run(
          calls.stream().mapToInt(CallOutcome::calledProviders).average().orElse(0),
          PERCENT * promised / bags.size(),
          PERCENT * onTime / bags.size(),
          responseMillis / promised / Time.SECOND_MILLIS,
          price / processorHours);
    }
  }

  static CallsResult of(int providersPerCall, List<Run> runs) {
    return new CallsResult(
        providersPerCall,
        sample(runs, Run::callsPerBag),
        sample(runs, Run::promisedPercent),
        sample(runs, Run::onTimePercent),
        sample(runs, Run::responseSeconds),
        sample(runs, Run::pricePerHour));
  }

  private static Sample sample(List<Run> runs, ToDoubleFunction<Run> measure) {
    return Sample.of(runs.stream().mapToDouble(measure).toArray());
  }
}
