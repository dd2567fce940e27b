package tender.research.experiment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of an experiment file, as raw text. */
public record ExperimentFile(
    @Nullable String name,
    @Nullable String title,
    @Nullable String days,
    @Nullable String load,
    @Nullable String arrivals,
    @Nullable String runs,
    @Nullable String latency,
    @Nullable String offer,
    @Nullable String lease,
    @Nullable String seeds,
    @Nullable List<@Nullable ClusterFields> clusters,
    @Nullable TraceFields external,
    @Nullable List<@Nullable PolicyFields> policies,
    @Nullable List<@Nullable SchemaFields> schemas) {

  /** A cluster and its local jobs. */
  record ClusterFields(
      @Nullable String id,
      @Nullable String processors,
      @Nullable String trace,
      @Nullable String day,
      @Nullable String jobs,
      @Nullable String load,
      @Nullable List<@Nullable String> widths,
      @Nullable List<@Nullable String> hours) {
    TraceFields local() {
      return new TraceFields(trace, day, jobs, load, widths, hours);
    }
  }

  /** Jobs of a trace. */
  record TraceFields(
      @Nullable String trace,
      @Nullable String day,
      @Nullable String jobs,
      @Nullable String load,
      @Nullable List<@Nullable String> widths,
      @Nullable List<@Nullable String> hours) {}

  /** A policy. */
  record PolicyFields(@Nullable String id, @Nullable String title, @Nullable String discloses) {}

  /** A rule that assigns deadlines. */
  record SchemaFields(
      @Nullable String id, @Nullable String title, @Nullable List<@Nullable String> slack) {}
}
