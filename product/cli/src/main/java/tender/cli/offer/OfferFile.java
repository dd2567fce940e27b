package tender.cli.offer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.cli.input.BagFields;

/** The file that {@code tender offer} reads, each value as it is written. */
record OfferFile(
    @Nullable String provider,
    @Nullable String now,
    @Nullable ClusterFields cluster,
    @Nullable List<@Nullable RunningFields> running,
    @Nullable List<@Nullable WaitingFields> waiting,
    @Nullable BagFields bag) {

  /** The machine. */
  record ClusterFields(@Nullable String processors, @Nullable String speed) {}

  /** A job that runs. */
  record RunningFields(
      @Nullable String id,
      @Nullable String processors,
      @Nullable String start,
      @Nullable String end) {}

  /** A job that waits. */
  record WaitingFields(
      @Nullable String id,
      @Nullable String processors,
      @Nullable String duration,
      @Nullable String tasks,
      @Nullable String submitted,
      @Nullable String deadline) {}
}
