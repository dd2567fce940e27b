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
            + " Bag-of-Tasks Applications for Utility Computing Systems\", and checks its claims.",
    footerHeading = "%n",
    footer = {
      "A run that was cut short goes on where it was when it is started again with the same --out.",
      "It needs logs of the Parallel Workloads Archive; docs/reproduction.md says which.",
      ""
    })
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
