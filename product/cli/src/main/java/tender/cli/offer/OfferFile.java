package tender.cli.offer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.cli.input.BagFields;

/** The fields of the file that {@code tender offer} reads, as raw text. */
record OfferFile(
    @Nullable String provider,
    @Nullable String now,
    @Nullable ClusterFields cluster,
    @Nullable List<@Nullable RunningFields> running,
    @Nullable List<@Nullable WaitingFields> waiting,
    @Nullable BagFields bag) {

  /** The cluster. */
  record ClusterFields(@Nullable String processors, @Nullable String speed) {}

  /** A running job. */
  record RunningFields(
      @Nullable String id,
      @Nullable String processors,
      @Nullable String start,
      @Nullable String end) {}

  /** A waiting job. */
  record WaitingFields(
      @Nullable String id,
      @Nullable String processors,
      @Nullable String duration,
      @Nullable String tasks,
      @Nullable String submitted,
      @Nullable String deadline) {}
}
