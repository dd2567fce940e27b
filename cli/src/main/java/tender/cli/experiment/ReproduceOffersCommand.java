package tender.cli.experiment;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.input.InputFile;
import tender.cli.output.OutputOption;
import tender.experiments.claims.OfferClaims;
import tender.experiments.definition.BundledExperiments;

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
    Experiments.run(
        InputFile.readText("offers.yaml", text, ExperimentFile.class),
        options,
        results.folder(),
        OfferClaims::check,
        output);
  }
}
