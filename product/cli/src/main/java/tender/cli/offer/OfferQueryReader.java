package tender.cli.offer;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tender.cli.input.BagFields;
import tender.cli.offer.OfferFile.ClusterFields;
import tender.cli.offer.OfferFile.RunningFields;
import tender.cli.offer.OfferFile.WaitingFields;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.ProviderId;
import tender.core.model.RunningJob;
import tender.core.model.Time;
import tender.core.plan.Snapshot;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;
import tender.support.input.ParsedInput;
import tender.support.text.Decimal;

/** Converts the file into a query for core. */
final class OfferQueryReader {
  /**
   * For the bag and all waiting jobs together: this many of the longest tasks still end within the
   * range of time.
   */
  private static final int MAX_TASKS = 1_000_000;

  private final Cluster cluster;
  private final long nowMillis;
  private final Set<JobId> ids = new LinkedHashSet<>();
  private long tasksToPlan;

  private OfferQueryReader(Cluster cluster, long nowMillis) {
    this.cluster = cluster;
    this.nowMillis = nowMillis;
  }

  static OfferQuery read(ParsedInput<OfferFile> input) {
    OfferFile file = input.content();
    FieldLocation top = input.top();
    FieldValue provider = top.value("provider", file.provider()).orElse("cluster");
    long nowMillis = top.value("now", file.now()).instantMillisOr(0);
    Cluster cluster = cluster(top.field("cluster").required(file.cluster()), top.field("cluster"));
    OfferQueryReader reader = new OfferQueryReader(cluster, nowMillis);
    return new OfferQuery(
        new ProviderId(provider.id()),
        reader.snapshot(file, top),
        reader.bag(top.field("bag").required(file.bag()), top.field("bag")));
  }

  private static Cluster cluster(ClusterFields cluster, FieldLocation place) {
    FieldValue speed = place.value("speed", cluster.speed()).orElse("1");
    return new Cluster(
        place.value("processors", cluster.processors()).count(),
        (int)
            speed.thousandths(
                "reference processors", Cluster.MIN_SPEED_PERMILLE, Cluster.MAX_SPEED_PERMILLE));
  }

  private Snapshot snapshot(OfferFile file, FieldLocation top) {
    FieldLocation runningPlace = top.field("running");
    List<RunningJob> running = runningPlace.each(file.running(), this::running);
    long busy = running.stream().mapToLong(RunningJob::processors).sum();
    if (busy > cluster.processors()) {
      throw runningPlace.error(
          "jobs use " + busy + " processors, but the cluster has " + cluster.processors() + ".",
          "Correct cluster.processors, or remove jobs that do not run.");
    }
    List<Job> waiting = top.field("waiting").each(file.waiting(), this::waiting);
    return new Snapshot(cluster, nowMillis, running, waiting);
  }

  private RunningJob running(RunningFields job, FieldLocation place) {
    long startMillis = place.value("start", job.start()).instantMillisOr(nowMillis);
    if (startMillis > nowMillis) {
      throw place
          .field("start")
          .mismatch("at or before now, " + Decimal.seconds(nowMillis), "Correct it, or now.");
    }
    long endMillis = place.value("end", job.end()).instantMillisOr(Time.NEVER);
    return new RunningJob(
        newId(place.value("id", job.id())),
        place.value("processors", job.processors()).count(),
        startMillis,
        endMillis);
  }

  private Job waiting(WaitingFields job, FieldLocation place) {
    FieldValue processors = place.value("processors", job.processors());
    if (processors.count() > cluster.processors()) {
      throw processors.mismatch(
          "at most the cluster's " + cluster.processors(),
          "Correct it or cluster.processors: this job could never start.");
    }
    return new Job(
        newId(place.value("id", job.id())),
        tasks(place.value("tasks", job.tasks()).orElse("1")),
        processors.count(),
        place.value("duration", job.duration()).durationMillis(),
        place.value("submitted", job.submitted()).instantMillisOr(nowMillis),
        place.value("deadline", job.deadline()).instantMillisOr(Time.NEVER));
  }

  private Bag bag(BagFields bag, FieldLocation place) {
    FieldValue estimate = place.value("estimate", bag.estimate());
    Bag asked =
        new Bag(
            tasks(place.value("tasks", bag.tasks())),
            place.value("width", bag.width()).orElse("1").count(),
            estimate.durationMillis(),
            nowMillis,
            place.value("deadline", bag.deadline()).instantMillis());
    if (cluster.durationMillis(asked.estimateMillis()) > FieldValue.MAX_DURATION_MILLIS) {
      throw estimate.mismatch(
          "so short that a task takes at most ten years at this cluster's speed",
          "Correct it or cluster.speed.");
    }
    return asked;
  }

  private JobId newId(FieldValue id) {
    JobId jobId = new JobId(id.id());
    if (!ids.add(jobId)) {
      throw id.duplicateId();
    }
    return jobId;
  }

  private int tasks(FieldValue tasks) {
    int count = tasks.count();
    tasksToPlan += count;
    if (tasksToPlan > MAX_TASKS) {
      throw tasks
          .place()
          .error(
              "makes " + tasksToPlan + " tasks in total, which is too many.",
              "Use fewer: the waiting jobs and the bag together may have at most %s."
                  .formatted(MAX_TASKS));
    }
    return count;
  }
}
