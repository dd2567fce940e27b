package tender.research.reproduce;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;
import tender.experiments.definition.BundledExperiments;
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
  @Mixin private ResultsOption results;

  @Mixin private ExperimentOptions options;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    String text = BundledExperiments.text("offers.yaml");
    ExperimentLauncher.run(
        ParsedInput.readText("offers.yaml", text, ExperimentFile.class),
        options,
        results.folder(),
        OffersClaims::check,
        output);
  }
}
