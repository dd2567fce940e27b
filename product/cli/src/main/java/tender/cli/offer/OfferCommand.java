package tender.cli.offer;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.input.FileArgument;
import tender.cli.input.TimeLimitOption;
import tender.cli.output.OutputOption;
import tender.core.offer.OfferGenerator;
import tender.core.offer.OfferList;
import tender.core.plan.EdfSchedule;
import tender.core.plan.Plan;

/** Shows the offers that a cluster would make and why, for its owner. */
@Command(
    name = "offer",
    sortOptions = false,
    description = "Shows what a cluster with a given queue would offer for a bag.",
    footerHeading = "%nThe file; times are in seconds:%n%n",
    footer = {
      "  provider: p1          # optional",
      "  now: 0                # optional",
      "  cluster: {processors: 128, speed: 1.0}",
      "  running:",
      "    - {id: r1, processors: 64, start: -60, end: 3600}",
      "  waiting:",
      "    - {id: j1, processors: 32, duration: 7200, deadline: 20000}",
      "  bag: {tasks: 100, width: 1, estimate: 600, deadline: 5000}",
      "",
      "Optional: speed (1.0 is the processor for which the estimate holds), start, end",
      "(unknown if left out), a waiting job's deadline, submitted and tasks, and width,",
      "the number of processors of a task of the bag.",
      ""
    })
public final class OfferCommand implements Runnable {
  @Mixin private FileArgument file;
  @Mixin private OutputOption output;
  @Mixin private TimeLimitOption limit;

  @Override
  public void run() {
    OfferQuery question = OfferQueryReader.read(file.read(OfferFile.class));
    Answer answer = limit.run(() -> Answer.to(question));
    output.print(
        () -> OfferAnswer.of(question, answer.offers()),
        page -> new OfferReport(question, answer.plan(), answer.offers()).print(page));
  }

  /** Core's result: the offers, and the plan behind them. */
  private record Answer(Plan plan, OfferList offers) {
    static Answer to(OfferQuery question) {
      EdfSchedule schedule = EdfSchedule.of(question.snapshot());
      OfferGenerator generator = new OfferGenerator(question.provider(), schedule);
      return new Answer(
          schedule.plan(), generator.generate(question.bag(), question.snapshot().nowMillis()));
    }
  }
}
