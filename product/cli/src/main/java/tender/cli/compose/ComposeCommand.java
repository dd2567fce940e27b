package tender.cli.compose;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.input.FileArgument;
import tender.cli.input.TimeLimitOption;
import tender.cli.output.OutputOption;
import tender.core.compose.Composition;
import tender.core.compose.Replies;

/** Composes the offers in a file into one promise, to try a policy without a market. */
@Command(
    name = "compose",
    sortOptions = false,
    description = "Composes offers for parts of a bag into one promise for all of it.",
    footerHeading = "%nThe file; times are in seconds:%n%n",
    footer = {
      "  bag: {tasks: 512, deadline: 40}",
      "  offers:",
      "    - {provider: p1, tasks: 256, by: 40}",
      "    - {provider: p1, tasks: 512, by: 100, price: 0.5}  # price: for a task",
      "  providers:            # only for policies that need them",
      "    - id: p1",
      "      power: 430        # dplb, dplbv2: computing power, in any one unit",
      "      work: 860000      # dplbv2: work still to do, in power-seconds",
      "      slots:            # free-time-slots: when its processors are free",
      "        - {from: 0, until: 40, processors: 64}  # without until: no end",
      "",
      "For free-time-slots the bag also needs estimate, how long a task takes, and may",
      "have width, the number of processors of a task.",
      ""
    })
public final class ComposeCommand implements Runnable {
  @Mixin private FileArgument file;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      converter = PolicyName.Converter.class,
      completionCandidates = PolicyName.Names.class,
      description = {
        "How to choose among the offers: ${COMPLETION-CANDIDATES}.",
        "The first finds the earliest completion; plb, dplb and dplbv2 spread the bag over all"
            + " that meet its deadline, by size of offer, by power, by power and work;"
            + " free-time-slots fills free slots and ignores offers.",
        "Default: ${DEFAULT-VALUE}."
      })
  private PolicyName policy = PolicyName.EARLIEST;

  @Mixin private OutputOption output;
  @Mixin private TimeLimitOption limit;

  @Override
  public void run() {
    Replies replies = RepliesReader.read(file.read(ComposeFile.class), policy);
    Composition composition = limit.run(() -> policy.composer().compose(replies));
    output.print(
        () -> ComposeAnswer.of(policy, composition),
        page -> new ComposeReport(policy, replies, composition).print(page));
  }
}
