package tender.server.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The bodies that clients send, each value still as it is written. */
final class RequestJson {
  private RequestJson() {}

  /** A bag that is handed in. */
  record SubmissionJson(
      @Nullable JsonNode work,
      @Nullable String deadline,
      @Nullable String budget,
      boolean ask,
      @Nullable String optimise,
      @Nullable String mechanism,
      @Nullable String valuation,
      @Nullable String bidPerMinute) {}

  /** What is wished for when tasks are handed in again. */
  record RequirementsJson(
      @Nullable String deadline, @Nullable String budget, boolean ask, @Nullable String optimise) {}

  /** What is agreed to. */
  record AcceptanceJson(@Nullable String by, @Nullable String price) {}

  /** Names of files. */
  record DigestsJson(@Nullable List<@Nullable String> digests) {}
}
