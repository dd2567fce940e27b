package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskRecord;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.promise.TrackRecord;
import tender.server.api.view.PartsView;
import tender.server.api.view.ProviderRecord;
import tender.server.api.view.task.TaskCells;
import tender.server.api.view.task.TaskView;
import tender.support.http.ResponseJson;

/** Details of bags, tasks and providers as JSON. */
public final class DetailJson {
  private DetailJson() {}

  /**
   * The task states of a bag.
   *
   * @param runs each is the number of equal cells, then per cell the number of tasks that
   *     succeeded, failed, are placed, are open, and succeeded without all outputs; arrays, because
   *     there may be thousands of runs
   */
  record TaskCellsJson(
      long version,
      int tasks,
      @Nullable String only,
      int from,
      int until,
      int cellTasks,
      List<int[]> runs) {}

  /** One task. */
  record TaskJson(
      int taskIndex,
      String state,
      @Nullable Integer exitCode,
      @Nullable String provider,
      @Nullable String command,
      @Nullable String pack,
      @Nullable Integer attempts,
      @Nullable Instant started,
      @Nullable Instant ended,
      @Nullable Long peakMemoryBytes,
      List<KeptFileJson> kept) {}

  /** An output that was too large for the results. */
  record KeptFileJson(String path, long bytes) {}

  /** The parts of a bag. */
  record PartsJson(List<PartJson> parts) {}

  /** One part. */
  record PartJson(
      String provider,
      int tasks,
      Instant placed,
      Instant by,
      @Nullable Instant expected,
      @Nullable Instant ended,
      @Nullable Instant lost,
      @Nullable String lostCause,
      @Nullable Instant refused,
      List<ArrivalJson> arrivals) {}

  /** The number of results that had arrived by an instant. */
  record ArrivalJson(Instant at, int tasks) {}

  /** A provider's track record. */
  record ProviderDetailJson(
      String id,
      boolean enrolled,
      boolean connected,
      int kept,
      int late,
      double medianLateSeconds,
      int won,
      int lost,
      List<Double> lateSeconds) {}

  public static TaskCellsJson of(TaskCells cells) {
    return new TaskCellsJson(
        cells.version(),
        cells.tasks(),
        cells.only().map(TaskSet::toString).orElse(null),
        cells.from(),
        cells.until(),
        cells.cellTasks(),
        cells.runs().stream()
            .map(
                run ->
                    new int[] {
                      run.cells(),
                      run.succeeded(),
                      run.failed(),
                      run.placed(),
                      run.open(),
                      run.missingOutput()
                    })
            .toList());
  }

  public static TaskJson of(TaskView task) {
    Optional<TaskRecord.Run> run = task.ended().flatMap(TaskRecord::run);
    return new TaskJson(
        task.taskIndex(),
        ResponseJson.wireName(task.state()),
        task.exitCode().isPresent() ? task.exitCode().getAsInt() : null,
        task.provider().map(ProviderId::value).orElse(null),
        task.command().orElse(null),
        task.pack().map(Digest::hex).orElse(null),
        run.map(TaskRecord.Run::attempts).orElse(null),
        run.map(TaskRecord.Run::started).orElse(null),
        run.map(TaskRecord.Run::ended).orElse(null),
        run.filter(has -> has.peakMemoryBytes().isPresent())
            .map(has -> has.peakMemoryBytes().getAsLong())
            .orElse(null),
        task.ended().map(TaskRecord::kept).orElse(List.of()).stream()
            .map(file -> new KeptFileJson(file.path().value(), file.bytes()))
            .toList());
  }

  public static PartsJson of(PartsView parts) {
    return new PartsJson(parts.parts().stream().map(DetailJson::part).toList());
  }

  private static PartJson part(PartsView.PartView part) {
    return new PartJson(
        part.provider().value(),
        part.tasks(),
        Instant.ofEpochMilli(part.placedMillis()),
        Instant.ofEpochMilli(part.completionMillis()),
        BagJson.instantOrNull(part.forecastMillis()),
        BagJson.instantOrNull(part.endedMillis()),
        BagJson.instantOrNull(part.lostMillis()),
        part.lostCause().map(ResponseJson::wireName).orElse(null),
        BagJson.instantOrNull(part.refusedMillis()),
        part.arrivals().stream()
            .map(
                arrival ->
                    new ArrivalJson(Instant.ofEpochMilli(arrival.atMillis()), arrival.tasks()))
            .toList());
  }

  public static ProviderDetailJson of(ProviderRecord record) {
    TrackRecord kept = record.provider().record();
    return new ProviderDetailJson(
        record.provider().id().value(),
        record.provider().enrolled(),
        record.provider().connected(),
        kept.kept(),
        kept.late(),
        kept.medianLateMillis() / 1e3,
        record.won(),
        record.lost(),
        record.lateMillis().stream().map(millis -> millis / 1e3).toList());
  }
}
