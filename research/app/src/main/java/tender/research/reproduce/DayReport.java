package tender.research.reproduce;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.experiments.day.DayExperiment;
import tender.experiments.day.DayMeasures;
import tender.experiments.day.DayPolicy;
import tender.experiments.day.DayResults;
import tender.experiments.day.DayRun;
import tender.experiments.day.report.DayGrowth;
import tender.experiments.statistics.Sample;

/** The text output of {@code tender-research reproduce day}. */
final class DayReport {
  private final DayResults results;
  private final DayExperiment experiment;
  private final double seconds;
  private final Path folder;

  DayReport(DayResults results, double seconds, Path folder) {
    this.results = results;
    experiment = results.experiment();
    this.seconds = seconds;
    this.folder = folder;
  }

  void print(TextPage page) {
    printLarge(page);
    printCompared(page);
    printGrowth(page);
    page.heading("Run");
    page.line(text("  %.0f s", seconds));
    page.line("  " + folder.resolve("runs.csv") + " and " + folder.resolve("growth.svg"));
  }

  private void printLarge(TextPage page) {
    int size = experiment.providers();
    page.heading(text("%,d providers, %,d bags, %s", size, experiment.bags(), days(size)));
    page.table(daysTable(size), List.of(DayPolicy.DEFAULT, DayPolicy.CELLS));
    results
        .of(DayPolicy.DEFAULT, size)
        .getFirst()
        .sample()
        .ifPresent(
            sample -> {
              page.line(
                  text(
                      "  %,d of these bags, also with the offers of all providers at that time:",
                      sample.all().bags()));
              page.table(
                  sampleTable(),
                  List.of(
                      new SampleRow(DayPolicy.DEFAULT, sample.own()),
                      new SampleRow(DayPolicy.ALL, sample.all())));
            });
  }

  private void printCompared(TextPage page) {
    int size = experiment.comparedProviders();
    page.heading(text("%,d providers, %,d bags, %s", size, experiment.bagsOf(size), days(size)));
    page.table(daysTable(size), experiment.comparedPolicies());
    page.line("  Loss compared with call-all on the same days, in percent; negative: a gain");
    page.table(
        lossTable(),
        experiment.comparedPolicies().stream()
            .filter(policy -> policy.kind() != DayPolicy.Kind.ALL)
            .toList());
  }

  private void printGrowth(TextPage page) {
    page.heading(
        text(
            "Growth, %.0f bags for each provider",
            experiment.bags() / (double) experiment.providers()));
    record Row(DayPolicy policy, int size, List<DayGrowth> days) {
      Sample sample(ToDoubleFunction<DayGrowth> measure) {
        return Sample.of(days.stream().mapToDouble(measure).toArray());
      }
    }
    page.table(
        new Table<Row>()
            .text("POLICY", row -> row.policy.title())
            .number("PROVIDERS", row -> row.days.getFirst().sizeText(row.size))
            .number("CALLS", row -> row.sample(day -> day.measures().callsPerBag()).text(1))
            .number("MESSAGES/S", row -> row.sample(DayGrowth::messagesPerSecond).text(1))
            .number("SELECTION", row -> row.sample(DayGrowth::selectionMicros).text(0) + " µs")
            .number(
                "ON TIME", row -> row.sample(day -> day.measures().onTimePercent()).text(1) + " %")
            .number(
                "RESPONSE",
                row -> row.sample(day -> day.measures().responseSeconds()).text(0) + " s"),
        List.of(DayPolicy.DEFAULT, DayPolicy.CELLS, DayPolicy.ALL).stream()
            .flatMap(
                policy ->
                    experiment.sizes().stream()
                        .map(size -> new Row(policy, size, DayGrowth.of(results, policy, size))))
            .toList());
    page.line("  *: of the sample of bags; call-all is too slow to simulate for all bags");
  }

  private Table<DayPolicy> daysTable(int size) {
    return new Table<DayPolicy>()
        .text("POLICY", DayPolicy::title)
        .number(
            "ON TIME",
            policy -> text(size, policy, run -> run.measures().onTimePercent(), 2) + " %")
        .number(
            "REFUSED",
            policy -> text(size, policy, run -> run.measures().refusedPercent(), 2) + " %")
        .number(
            "RESPONSE",
            policy -> text(size, policy, run -> run.measures().responseSeconds(), 0) + " s")
        .number("PRICE", policy -> text(size, policy, run -> run.measures().pricePerHour(), 3))
        .number("CALLS", policy -> text(size, policy, run -> run.measures().callsPerBag(), 1))
        .number("MESSAGES", policy -> text(size, policy, run -> run.measures().messagesPerBag(), 1))
        .number("PARTS", policy -> text(size, policy, run -> run.measures().partsPerBag(), 2))
        .number("USED", policy -> text(size, policy, DayRun::utilisationPercent, 1) + " %")
        .number("IMBALANCE", policy -> text(size, policy, DayRun::imbalancePoints, 1))
        .number("SELECTION", policy -> text(size, policy, DayRun::selectionMicros, 0) + " µs");
  }

  private record SampleRow(DayPolicy policy, DayMeasures measures) {}

  private static Table<SampleRow> sampleTable() {
    return new Table<SampleRow>()
        .text("POLICY", row -> row.policy.title())
        .number("ON TIME", row -> text("%.2f %%", row.measures.onTimePercent()))
        .number("RESPONSE", row -> text("%,.0f s", row.measures.responseSeconds()))
        .number("PRICE", row -> text("%.3f", row.measures.pricePerHour()))
        .number("CALLS", row -> text("%,.1f", row.measures.callsPerBag()));
  }

  private Table<DayPolicy> lossTable() {
    return new Table<DayPolicy>()
        .text("POLICY", DayPolicy::title)
        .number("ON TIME", policy -> results.loss(policy).onTimePercent().text(2))
        .number("RESPONSE", policy -> results.loss(policy).responsePercent().text(2))
        .number("PRICE", policy -> results.loss(policy).pricePercent().text(2));
  }

  private String text(int size, DayPolicy policy, ToDoubleFunction<DayRun> measure, int decimals) {
    return DayResults.sample(results.of(policy, size), measure).text(decimals);
  }

  private String days(int size) {
    int days = results.of(DayPolicy.DEFAULT, size).size();
    return days == 1 ? "1 day" : "means of " + days + " days with 95 % confidence intervals";
  }

  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need another dependency.
  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
