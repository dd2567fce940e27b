package tender.research.reproduce;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.output.OutputOption;
import tender.experiments.definition.ArrivalRule;
import tender.experiments.definition.BundledExperiments;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.offers.OffersClaims;
import tender.research.experiment.ExperimentFile;
import tender.research.experiment.ExperimentLauncher;
import tender.research.experiment.ExperimentOptions;
import tender.support.input.ParsedInput;

/** The paper on offers. */
@Command(
    name = "offers",
    sortOptions = false,
    description =
        "Runs the experiment of Netto and Buyya, \"Offer-based Scheduling of Deadline-Constrained"
            + " Bag-of-Tasks Applications for Utility Computing Systems\", and checks its claims.")
final class ReproduceOffersCommand implements Runnable {
  private static final double MIN_LOAD = 0.1;

  /** Windows with more work are rare. */
  private static final double MAX_LOAD = 1.1;

  @Mixin private ResultsOption results;

  @Option(
      names = "--load",
      paramLabel = "LOAD",
      description = {
        "Variant: the load of all jobs together, as a fraction of all processors.",
        "Default: 1.05, as in the paper."
      })
  private @Nullable Double load;

  @Option(
      names = "--draw-windows",
      description =
          "Variant: each seed draws its windows of the logs from all that match the paper's"
              + " workload, instead of the nearest.")
  private boolean drawWindows;

  @Option(
      names = "--stretch-arrivals",
      description =
          "Variant: spreads the first jobs of each window over the 60 days, instead of removing"
              + " jobs from 60 real days.")
  private boolean stretchArrivals;

  @Mixin private ExperimentOptions options;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    String text = BundledExperiments.text("offers.yaml");
    ExperimentLauncher.run(
        ParsedInput.readText("offers.yaml", text, ExperimentFile.class),
        this::variant,
        options,
        results.folder(),
        OffersClaims::check,
        output);
  }

  private OffersExperiment variant(OffersExperiment paper) {
    OffersExperiment arrivals = stretchArrivals ? paper.withArrivals(ArrivalRule.STRETCHED) : paper;
    OffersExperiment windows = drawWindows ? arrivals.withDrawnWindows() : arrivals;
    return load == null ? windows : windows.withOfferedLoad(checked(load));
  }

  private double checked(double number) {
    if (!(number >= MIN_LOAD && number <= MAX_LOAD)) {
      throw options.usageError(
          "--load is " + number + ", but must be from " + MIN_LOAD + " to " + MAX_LOAD);
    }
    return number;
  }
}
