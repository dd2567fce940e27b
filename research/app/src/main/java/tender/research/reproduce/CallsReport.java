package tender.research.reproduce;

import java.util.List;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.experiments.calls.CallsExperiment;
import tender.experiments.calls.CallsResult;

/** The text output of {@code tender-research reproduce calls}. */
final class CallsReport {
  private CallsReport() {}

  static void print(TextPage page, CallsExperiment experiment, List<CallsResult> results) {
    page.heading(
        "%d providers, %d bags, means of %d markets with 95 %% confidence intervals"
            .formatted(experiment.providers(), experiment.bags(), experiment.seeds()));
    page.table(table(experiment), results);
    page.line("  CALLED FIRST: how many providers a bag calls first; CALLS: how many in total");
    page.line("  PRICE: credits for an hour of a reference processor");
  }

  private static Table<CallsResult> table(CallsExperiment experiment) {
    return new Table<CallsResult>()
        .text(
            "CALLED FIRST",
            result ->
                result.providersPerCall() >= experiment.providers()
                    ? "all"
                    : String.valueOf(result.providersPerCall()))
        .number("CALLS", result -> result.callsPerBag().text(1))
        .number("PROMISED", result -> result.promisedPercent().text(1) + " %")
        .number("ON TIME", result -> result.onTimePercent().text(1) + " %")
        .number("RESPONSE", result -> result.responseSeconds().text(0) + " s")
        .number("PRICE", result -> result.pricePerHour().text(3));
  }
}
