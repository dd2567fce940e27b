package tender.server.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Request bodies as clients send them, with values not yet parsed. */
final class RequestJson {
  private RequestJson() {}

  /** A bag to submit. */
  record SubmissionJson(
      @Nullable JsonNode work,
      @Nullable String deadline,
      @Nullable String budget,
      boolean quoteFirst,
      @Nullable String optimise,
      @Nullable String mechanism,
      @Nullable String valuation,
      @Nullable String bidPerMinute,
      @Nullable String domain,
      @Nullable String deadlineFactor,
      @Nullable String budgetFactor,
      @Nullable String keep) {
    /** A field that is null is the same as a field that is left out. */
    SubmissionJson {
      work = work == null || work.isNull() ? null : work;
    }
  }

  /** The requirements of a retry. */
  record RequirementsJson(
      @Nullable String deadline,
      @Nullable String budget,
      boolean quoteFirst,
      @Nullable String optimise) {}

  /** The completion time and price that the user accepts. */
  record AcceptanceJson(@Nullable String by, @Nullable String price) {}

  /**
   * A token to create.
   *
   * @param expires an instant; left out if it does not expire
   */
  record NewTokenJson(@Nullable String name, @Nullable String scope, @Nullable String expires) {}

  /** The secret of a login by device code. */
  record DeviceLoginJson(@Nullable String login) {}

  /** Digests of files. */
  record DigestsJson(@Nullable List<@Nullable String> digests) {}

  /** A file to send to the object store. */
  record UploadJson(long bytes) {}

  /** Consecutive parts of a file. */
  record PartsJson(int firstPart, int parts) {}

  /** The tags of all parts of a file. */
  record TagsJson(@Nullable List<@Nullable String> tags) {}

  /** A bag file with the files that the user has chosen for it. */
  record BagFileJson(
      @Nullable String text,
      @Nullable String timeZone,
      @Nullable List<@Nullable ChosenFileJson> files) {}

  /** A file that the user has chosen. */
  record ChosenFileJson(@Nullable String path, @Nullable String digest, long bytes, int lines) {}
}
