package tender.experiments.day.report;

import java.util.Locale;
import tender.experiments.day.DayMeasures;
import tender.experiments.day.DayPolicy;
import tender.experiments.day.DayResults;
import tender.experiments.day.DayRun;

/** All runs as comma-separated values. */
public final class DayCsv {
  private static final String HEADER =
      "policy,providers,seed,scope,bags,on_time_percent,late_percent,refused_percent,"
          + "response_s,price_per_hour,calls_per_bag,cell_calls_per_bag,messages_per_bag,"
          + "parts_per_bag,utilisation_percent,imbalance_points,selection_us\n";

  private DayCsv() {}

  /** A row for each run, and two for each sample that was compared with calls to all providers. */
  public static String write(DayResults results) {
    StringBuilder csv = new StringBuilder(HEADER);
    for (DayRun run : results.runs().values()) {
      String days =
          String.format(
              Locale.ROOT,
              "%.3f,%.3f,%.3f",
              run.utilisationPercent(),
              run.imbalancePoints(),
              run.selectionMicros());
      addRow(csv, run.key(), run.key().policy(), "day", run.measures(), days);
      run.sample()
          .ifPresent(
              sample -> {
                addRow(csv, run.key(), run.key().policy(), "sample", sample.own(), ",,");
                addRow(csv, run.key(), DayPolicy.ALL, "sample", sample.all(), ",,");
              });
    }
    return csv.toString();
  }

  private static void addRow(
      StringBuilder csv,
      DayRun.Key key,
      DayPolicy policy,
      String scope,
      DayMeasures measures,
      String lastCells) {
    csv.append(
        String.format(
            Locale.ROOT,
            "%s,%d,%d,%s,%d,%.4f,%.4f,%.4f,%.3f,%.5f,%.3f,%.3f,%.3f,%.3f,%s\n",
            policy.title(),
            key.providers(),
            key.seed(),
            scope,
            measures.bags(),
            measures.onTimePercent(),
            measures.latePercent(),
            measures.refusedPercent(),
            measures.responseSeconds(),
            measures.pricePerHour(),
            measures.callsPerBag(),
            measures.cellCallsPerBag(),
            measures.messagesPerBag(),
            measures.partsPerBag(),
            lastCells));
  }
}
