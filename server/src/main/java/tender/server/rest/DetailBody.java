package tender.server.rest;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.promise.TrackRecord;
import tender.server.market.view.PartsView;
import tender.server.market.view.ProviderRecord;
import tender.server.market.view.TaskCells;
import tender.server.market.view.TaskView;
import tender.web.Json;
import tender.work.Digest;

/** What is told to those who look closer, as JSON. */
final class DetailBody {
  private DetailBody() {}

  /**
   * How the tasks of a bag stand.
   *
   * @param runs each is how many cells, then of each of them how many tasks succeeded, failed, are
   *     placed and are open: numbers, since there may be thousands
   */
  record CellsBody(
      long version,
      int tasks,
      @Nullable String only,
      int from,
      int until,
      int cellTasks,
      List<int[]> runs) {}

  /** One task. */
  record TaskBody(
      int task,
      String state,
      @Nullable Integer exitCode,
      @Nullable String provider,
      @Nullable String command,
      @Nullable String pack) {}

  /** The parts of a bag. */
  record PartsBody(List<PartBody> parts) {}

  /** What a provider was given. */
  record PartBody(
      String provider,
      int tasks,
      Instant placed,
      Instant by,
      @Nullable Instant expected,
      @Nullable Instant ended,
      @Nullable Instant lost,
      @Nullable String cause,
      @Nullable Instant refused,
      List<ArrivalBody> arrivals) {}

  /** So many results by then. */
  record ArrivalBody(Instant at, int tasks) {}

  /** A provider's record. */
  record ProviderBody(
      String id,
      boolean connected,
      int kept,
      int late,
      double medianLateSeconds,
      int won,
      int lost,
      List<Double> lateSeconds) {}

  static CellsBody of(TaskCells cells) {
    return new CellsBody(
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
                      run.cells(), run.succeeded(), run.failed(), run.placed(), run.open()
                    })
            .toList());
  }

  static TaskBody of(TaskView task) {
    return new TaskBody(
        task.task(),
        Json.name(task.state()),
        task.exitCode().isPresent() ? task.exitCode().getAsInt() : null,
        task.provider().map(ProviderId::value).orElse(null),
        task.command().orElse(null),
        task.pack().map(Digest::hex).orElse(null));
  }

  static PartsBody of(PartsView parts) {
    return new PartsBody(parts.parts().stream().map(DetailBody::part).toList());
  }

  private static PartBody part(PartsView.PartView part) {
    return new PartBody(
        part.provider().value(),
        part.tasks(),
        Instant.ofEpochMilli(part.placedMillis()),
        Instant.ofEpochMilli(part.byMillis()),
        BagBody.instantOrNull(part.expectedMillis()),
        BagBody.instantOrNull(part.endedMillis()),
        BagBody.instantOrNull(part.lostMillis()),
        part.cause().map(Json::name).orElse(null),
        BagBody.instantOrNull(part.refusedMillis()),
        part.arrivals().stream()
            .map(
                arrival ->
                    new ArrivalBody(Instant.ofEpochMilli(arrival.atMillis()), arrival.tasks()))
            .toList());
  }

  static ProviderBody of(ProviderRecord record) {
    TrackRecord kept = record.provider().record();
    return new ProviderBody(
        record.provider().id().value(),
        record.provider().connected(),
        kept.kept(),
        kept.late(),
        kept.medianLateMillis() / 1e3,
        record.won(),
        record.lost(),
        record.lateMillis().stream().map(millis -> millis / 1e3).toList());
  }
}
