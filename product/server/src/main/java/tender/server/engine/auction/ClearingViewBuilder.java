package tender.server.engine.auction;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import tender.core.auction.Clearing;
import tender.core.auction.Cycle;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;
import tender.server.model.ClearingView;

/** Builds the result of a cycle that is stored and shown to users. */
final class ClearingViewBuilder {
  /** Only the highest waiting bids and the lowest asks are stored. */
  private static final int MAX_SHOWN = 1_000;

  private final Map<QueueId, QueueReport> reports = new LinkedHashMap<>();

  /** For which the cycle was cleared. */
  private final long atMillis;

  ClearingViewBuilder(Cycle cycle) {
    atMillis = cycle.nowMillis();
    cycle.queues().forEach(queue -> reports.put(queue.id(), queue));
  }

  ClearingView view(long nowMillis, String policy, Clearing clearing) {
    return new ClearingView(
        nowMillis,
        policy,
        loadDeviation(),
        clearing.asks().stream().limit(MAX_SHOWN).map(this::ask).toList(),
        clearing.matches().stream().map(this::match).toList(),
        clearing.waiting().stream()
            .limit(MAX_SHOWN)
            .map(bid -> bid(bid.job(), finite(bid.bid())))
            .toList(),
        clearing.infeasible().stream().map(job -> bid(job, OptionalDouble.empty())).toList());
  }

  private double loadDeviation() {
    double[] loads = reports.values().stream().mapToDouble(this::load).toArray();
    double mean = DoubleStream.of(loads).average().orElse(0);
    return Math.sqrt(
        DoubleStream.of(loads).map(load -> (load - mean) * (load - mean)).average().orElse(0));
  }

  private double load(QueueReport report) {
    double processors = report.cluster().processors();
    return 1 - report.free(atMillis).freeAt(atMillis) / processors;
  }

  private QueueReport report(QueueId queue) {
    return Optional.ofNullable(reports.get(queue)).orElseThrow();
  }

  private ClearingView.AskView ask(Clearing.Ask ask) {
    QueueReport report = report(ask.queue());
    return new ClearingView.AskView(
        ask.queue().provider(),
        report.cluster().processors(),
        report.pricePerProcessorHour(),
        finite(ask.ask()));
  }

  private ClearingView.MatchView match(Clearing.Match match) {
    long runMillis = report(match.queue()).cluster().durationMillis(match.job().estimateMillis());
    return new ClearingView.MatchView(
        match.job().id(),
        match.queue().provider(),
        match.tasks(),
        match.tasks() * match.job().processors(),
        match.bid(),
        match.ask(),
        match.startMillis(),
        match.startMillis() + runMillis);
  }

  private static ClearingView.BidView bid(WaitingJob job, OptionalDouble bid) {
    return new ClearingView.BidView(
        job.id(), job.demand(), job.valuation(), job.deadlineMillis(), bid);
  }

  /** JSON has no infinite numbers. */
  private static OptionalDouble finite(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
