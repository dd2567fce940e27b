package tender.server.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
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
      @Nullable String keep,
      @Nullable String project,
      @JsonProperty("notify") @Nullable NotificationJson notification) {
    /** A field that is null is the same as a field that is left out. */
    SubmissionJson {
      work = work == null || work.isNull() ? null : work;
    }
  }

  /** Of what the user of a bag is notified, and where. */
  record NotificationJson(
      @Nullable List<@Nullable String> events, @Nullable List<@Nullable String> channels) {}

  /** The requirements of a retry. */
  record RequirementsJson(
      @Nullable String deadline,
      @Nullable String budget,
      boolean quoteFirst,
      @Nullable String optimise,
      @Nullable String project) {}

  /** The completion time and price that the user accepts. */
  record AcceptanceJson(@Nullable String by, @Nullable String price) {}

  /**
   * A token to create.
   *
   * @param expires an instant; left out if it does not expire
   */
  record NewTokenJson(@Nullable String name, @Nullable String scope, @Nullable String expires) {}

  /** A project to create. */
  record NewProjectJson(
      @Nullable String id, @Nullable ProjectSettingsJson settings, @Nullable String manager) {}

  /** The settings of a project. */
  record ProjectSettingsJson(
      @Nullable String title,
      @Nullable String starts,
      @Nullable String ends,
      boolean showsBags,
      @Nullable List<@Nullable String> groups,
      @Nullable QuotasJson quotas) {}

  /** Quotas of a project. */
  record QuotasJson(
      @Nullable Long openBags, @Nullable Long openTasks, @Nullable Long storedBytes) {}

  /** Credits to deposit, or to withdraw with a minus. */
  record DepositJson(@Nullable String amount) {}

  /** The role of a member. */
  record ProjectMemberJson(@Nullable String role) {}

  /** The most that a member may spend; null if without limit. */
  record MemberLimitJson(@Nullable String limit) {}

  /**
   * Where notifications are to be sent.
   *
   * @param url of a webhook
   * @param email an address
   * @param events all if they are left out
   */
  record NewChannelJson(
      @Nullable String name,
      @Nullable String url,
      @Nullable String email,
      @Nullable List<@Nullable String> events) {}

  /** The code that was sent to an address. */
  record ConfirmationJson(@Nullable String code) {}

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
