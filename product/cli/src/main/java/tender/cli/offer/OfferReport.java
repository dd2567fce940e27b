package tender.cli.offer;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.core.model.Bag;
import tender.core.model.Job;
import tender.core.model.Offer;
import tender.core.model.Time;
import tender.core.offer.OfferList;
import tender.core.plan.Plan;
import tender.support.text.Decimal;

/** The text output of {@code tender offer}, for the owner of the cluster. */
final class OfferReport {
  private static final int MAX_JOBS_SHOWN = 20;
  private static final String PRIVATE = "Private to the owner, not sent: ";

  private final OfferQuery question;
  private final Plan plan;
  private final OfferList answer;

  OfferReport(OfferQuery question, Plan plan, OfferList answer) {
    this.question = question;
    this.plan = plan;
    this.answer = answer;
  }

  void print(TextPage page) {
    page.headline(meetsDeadline(), summary());
    if (!answer.offers().isEmpty()) {
      String choice = answer.offers().size() > 1 ? "; at most one of them can be used" : "";
      page.heading("Offers, the only data that is sent" + choice);
      page.table(offers(), answer.offers());
    }
    page.heading(PRIVATE + "the sizes considered");
    page.table(sizes(), answer.sizes());
    printPlan(page);
  }

  private boolean meetsDeadline() {
    return !answer.offers().isEmpty()
        && answer.offers().getLast().completionMillis() == question.bag().deadlineMillis();
  }

  private String summary() {
    Bag bag = question.bag();
    String offers = question.provider() + " offers ";
    if (answer.offers().isEmpty()) {
      return offers + "nothing: " + why(answer.sizes().getLast().outcome()) + ".";
    }
    String deadline = " by the deadline of " + Decimal.seconds(bag.deadlineMillis());
    if (meetsDeadline()) {
      return offers + "to do the whole bag" + deadline + ".";
    }
    Offer first = answer.offers().getFirst();
    Offer last = answer.offers().getLast();
    boolean someByDeadline = first.completionMillis() == bag.deadlineMillis();
    String some =
        first.tasks() + " of " + bag.tasks() + " tasks" + (someByDeadline ? deadline : by(first));
    if (someByDeadline) {
      return offers + some + ", and all of them" + by(last) + ".";
    }
    String nothing = offers + "nothing" + deadline + ", but ";
    return first.equals(last)
        ? nothing + "the whole bag" + by(last) + "."
        : nothing + some + " and all of them" + by(last) + ".";
  }

  private static String by(Offer offer) {
    return " by " + Decimal.seconds(offer.completionMillis());
  }

  private Table<Offer> offers() {
    return new Table<Offer>()
        .number("TASKS", Offer::tasks)
        .number("OF BAG", offer -> Decimal.percent(offer.tasks(), question.bag().tasks()))
        .number("DONE BY", offer -> Decimal.seconds(offer.completionMillis()));
  }

  private Table<OfferList.ConsideredSize> sizes() {
    return new Table<OfferList.ConsideredSize>()
        .number("TASKS", OfferList.ConsideredSize::tasks)
        .number("EARLIEST PROMISE", size -> Decimal.seconds(size.completionMillis()))
        .text("OUTCOME", size -> outcome(size.outcome()));
  }

  private String outcome(OfferList.Outcome outcome) {
    return outcome == OfferList.Outcome.OFFERED ? "offered" : "not offered: " + why(outcome);
  }

  private String why(OfferList.Outcome outcome) {
    return switch (outcome) {
      case OFFERED -> "it is offered";
      case LARGER_BY_THE_SAME_TIME -> "more tasks can be promised by the same time";
      case TASK_WIDER_THAN_CLUSTER ->
          "a task needs %s processors, and the cluster has %s"
              .formatted(question.bag().width(), question.snapshot().cluster().processors());
      case NEVER_ENOUGH_FREE -> "too few processors become free within centuries";
    };
  }

  private void printPlan(TextPage page) {
    int jobs = plan.jobs().size();
    if (jobs == 0) {
      page.heading(PRIVATE + "the cluster's own queue is empty");
      return;
    }
    List<Integer> shown =
        IntStream.range(0, jobs)
            .boxed()
            .sorted(Comparator.comparing(plan.jobs()::get, Job.BY_DEADLINE))
            .limit(MAX_JOBS_SHOWN)
            .toList();
    String cut = jobs > shown.size() ? " (the first " + shown.size() + " of " + jobs + ")" : "";
    page.heading(PRIVATE + "the plan of its own queue, most urgent first" + cut);
    page.table(
        new Table<Integer>()
            .text("JOB", job -> plan.jobs().get(job).id().value())
            .number("PROCESSORS", job -> processors(plan.jobs().get(job)))
            .number("START", job -> Decimal.seconds(plan.startMillis(job)))
            .number("END", job -> Decimal.seconds(endMillis(job)))
            .number("DEADLINE", job -> deadline(plan.jobs().get(job)))
            .number("SLACK", this::slack),
        shown);
  }

  private static String processors(Job job) {
    return job.tasks() == 1 ? String.valueOf(job.width()) : job.tasks() + " x " + job.width();
  }

  private static String deadline(Job job) {
    return job.deadlineMillis() == Time.NEVER ? "none" : Decimal.seconds(job.deadlineMillis());
  }

  /** The plan's completion covers only the tasks that it placed, which may not be all. */
  private long endMillis(int job) {
    boolean complete = plan.plannedTasks(job) == plan.jobs().get(job).tasks();
    return complete ? plan.completionMillis(job) : Time.NEVER;
  }

  private String slack(int job) {
    long deadlineMillis = plan.jobs().get(job).deadlineMillis();
    if (deadlineMillis == Time.NEVER) {
      return "-";
    }
    if (endMillis(job) == Time.NEVER) {
      return "late";
    }
    long slackMillis = deadlineMillis - endMillis(job);
    return slackMillis < 0 ? Decimal.seconds(-slackMillis) + " late" : Decimal.seconds(slackMillis);
  }
}
