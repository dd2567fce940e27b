package tender.server.bags;

import java.time.Instant;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tender.bagfile.WorkOrder;
import tender.server.api.ApiException;
import tender.server.model.ProjectId;
import tender.server.model.ProjectQuotas;
import tender.server.model.QuotaLookup;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.server.store.identity.Submitter;
import tender.server.store.projects.ProjectSubmitter;

/**
 * Whether a user and a project may have a new bag. Submissions at the same moment may exceed a
 * quota by their number, which is small; budgets are enforced exactly when money is held.
 */
final class SubmissionLimits {
  private static final String WAIT =
      "Submit this bag again when one of them has ended, or cancel one.";

  private final QuotaLookup quotas;
  private final StoredBytes storedBytes;

  SubmissionLimits(QuotaLookup quotas, StoredBytes storedBytes) {
    this.quotas = quotas;
    this.storedBytes = storedBytes;
  }

  /** Refuses a new bag of a user who has as many as allowed. */
  void require(UserId user, Submitter submitter, WorkOrder order) {
    UserQuotas own = quotas.of(user);
    if (!own.appliesTo(user)) {
      return;
    }
    if (submitter.openBags() >= own.openBags()) {
      throw ApiException.tooMany(
          "You have %,d open bags, the quota of a user.".formatted(submitter.openBags()), WAIT);
    }
    requireTasks("You have", "a user", submitter.openTasks(), order, own.openTasks());
    requireBytes("You have", "a user", own.storedBytes(), () -> storedBytes.of(user));
  }

  /**
   * Refuses a bag outside the time of a project, or beyond its quotas.
   *
   * @param defaults for quotas that the project does not have
   */
  void require(
      ProjectId project, ProjectSubmitter member, ProjectQuotas defaults, WorkOrder order) {
    requireTime(project, member);
    if (member.hasOlderServers()) {
      throw ApiException.unavailable(
          "A server of an earlier version is running, which cannot pay for projects.",
          "Retry when the operator has upgraded all servers.");
    }
    ProjectQuotas limits = member.quotas().orElse(defaults);
    OptionalInt openBags = limits.openBags();
    if (openBags.isPresent() && member.openBags() >= openBags.getAsInt()) {
      throw ApiException.tooMany(
          "Project %s has %,d open bags, its quota.".formatted(project, member.openBags()), WAIT);
    }
    String subject = "Project " + project + " has";
    if (limits.openTasks().isPresent()) {
      requireTasks(subject, "it", member.openTasks(), order, limits.openTasks().getAsLong());
    }
    requireBytes(subject, "it", limits.storedBytes(), () -> storedBytes.of(project));
  }

  private static void requireTime(ProjectId project, ProjectSubmitter member) {
    if (member.nowMillis() < member.startsMillis()) {
      throw ApiException.conflict(
          "Project %s starts at %s."
              .formatted(project, Instant.ofEpochMilli(member.startsMillis())),
          "Submit this bag then, or without the project.");
    }
    if (member.endsMillis().isPresent() && member.nowMillis() >= member.endsMillis().getAsLong()) {
      throw ApiException.conflict(
          "Project %s ended at %s."
              .formatted(project, Instant.ofEpochMilli(member.endsMillis().getAsLong())),
          "Ask the operator of the market to extend it, or submit the bag without the project.");
    }
  }

  private static void requireTasks(
      String subject, String owner, long openTasks, WorkOrder order, long maxTasks) {
    if (order.tasks() > maxTasks) {
      throw ApiException.tooMany(
          "The bag has %,d tasks; all open bags of %s may have %,d together."
              .formatted(order.tasks(), owner, maxTasks),
          "Divide it into smaller bags, and submit each when the previous one has ended.");
    }
    if (openTasks + order.tasks() > maxTasks) {
      throw ApiException.tooMany(
          "%s open bags with %,d tasks, and this one has %,d; the quota is %,d."
              .formatted(subject, openTasks, order.tasks(), maxTasks),
          WAIT);
    }
  }

  /** Reads what is stored. */
  private interface Measurement {
    long bytes();
  }

  private static void requireBytes(
      String subject, String owner, OptionalLong maxBytes, Measurement stored) {
    if (maxBytes.isEmpty()) {
      return;
    }
    long bytes = stored.bytes();
    if (bytes >= maxBytes.getAsLong()) {
      throw ApiException.tooMany(
          "%s %,d bytes of inputs and results; the quota of %s is %,d."
              .formatted(subject, bytes, owner, maxBytes.getAsLong()),
          "Delete bags whose results you have, with tender delete, and try again after a minute.");
    }
  }

  /** The same for a project that does not exist, so that strangers learn nothing. */
  static ApiException notMember(ProjectId project) {
    return ApiException.invalid(
        "You are not a member of a project " + project + ".",
        "See your projects with tender project list, or ask a manager of the project to add you.");
  }
}
