package tender.server.bags;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tender.bagfile.Digest;
import tender.bagfile.NotificationChoice;
import tender.bagfile.WorkOrder;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.OrganisationId;
import tender.core.store.Transaction;
import tender.server.api.ApiException;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.ProviderDirectory;
import tender.server.model.NotificationChannel;
import tender.server.model.ProjectId;
import tender.server.model.QuotaLookup;
import tender.server.model.Requirements;
import tender.server.model.RetentionPolicy;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.server.store.Database;
import tender.server.store.bags.Submission;
import tender.server.store.identity.Submitter;
import tender.server.store.projects.ProjectSubmitter;

/** Checks and stores the bags that users submit. */
final class SubmissionService {
  private final Database database;
  private final BagEventProcessor processor;
  private final ProviderDirectory directory;
  private final Consumer<Transaction> created;
  private final RetentionPolicy retention;
  private final QuotaLookup quotas;
  private final SubmissionLimits limits;

  SubmissionService(
      Database database,
      BagEventProcessor processor,
      ProviderDirectory directory,
      Consumer<Transaction> created,
      RetentionPolicy retention,
      QuotaLookup quotas) {
    this.database = database;
    this.processor = processor;
    this.directory = directory;
    this.created = created;
    this.retention = retention;
    this.quotas = quotas;
    limits = new SubmissionLimits(quotas, new StoredBytes(database.storedBytes()));
  }

  /** Submits a bag, or finds the one that was submitted with the same key. */
  BagId submit(UserId user, String clientKey, WorkOrder order, Requirements requirements) {
    if (!requirements.holdFirst()) {
      requireFiles(user, order);
    }
    RequirementsValidator.validate(requirements, order);
    RequirementsValidator.requireKeepWithin(requirements, retention.maxKeepMillis());
    return mapErrors(
        () -> {
          Submitter submitter = submitter(user, clientKey, order, requirements);
          unlessRepeated(user, clientKey, () -> requireChannels(user, requirements));
          List<OrganisationId> organisations = submitter.organisations();
          RequirementsValidator.requireOrganisation(requirements, organisations);
          BagId id = BagIdGenerator.next();
          long nowMillis = database.store().nowMillis();
          // Without a deadline the earliest end is the best.
          long deadlineMillis = requirements.deadlineMillis().orElse(nowMillis);
          Bag bag =
              new Bag(
                  order.tasks(),
                  order.width(),
                  order.runtimeMillis(),
                  nowMillis,
                  deadlineMillis,
                  order.taskRequest());
          Transaction transaction =
              directory
                  .transactionBuilder()
                  .submit(
                      Optional.empty(),
                      id,
                      bag,
                      RequirementsValidator.submissionPolicy(requirements, deadlineMillis)
                          .withOrganisations(organisations),
                      nowMillis)
                  .orElseThrow();
          Submission submission = new Submission(id, user, clientKey, order, requirements);
          Submission.Result result = database.store().submit(submission, transaction);
          if (result.isNew()) {
            processor.bagCreated(transaction);
            created.accept(transaction);
          } else {
            requireSame(result.bag(), submission);
          }
          return result.bag();
        });
  }

  private void requireChannels(UserId user, Requirements requirements) {
    List<String> names =
        requirements.notification().map(NotificationChoice::channels).orElse(List.of());
    if (names.isEmpty()) {
      return;
    }
    Set<String> confirmed =
        database.notificationChannels().list(user).stream()
            .filter(NotificationChannel::isConfirmed)
            .map(NotificationChannel::name)
            .collect(Collectors.toSet());
    if (!confirmed.containsAll(names)) {
      throw ApiException.invalid(
          "The bag notifies channels that you do not have, or that are not confirmed.",
          "See your webhooks and addresses with tender notify list.");
    }
  }

  /** The user, if the quotas and the project allow a new bag. */
  private Submitter submitter(
      UserId user, String clientKey, WorkOrder order, Requirements requirements) {
    Optional<ProjectId> project = requirements.project();
    UserQuotas own = quotas.of(user);
    if (project.isEmpty()) {
      Submitter submitter = database.users().submitter(user, own.openBags());
      unlessRepeated(user, clientKey, () -> limits.require(user, submitter, order));
      return submitter;
    }
    Optional<ProjectSubmitter> member =
        database
            .projectSubmissions()
            .submitter(
                project.get(),
                user,
                own.openBags(),
                own.ofProjects().openBags().orElse(Integer.MAX_VALUE));
    unlessRepeated(
        user,
        clientKey,
        () -> {
          ProjectSubmitter found =
              member.orElseThrow(() -> SubmissionLimits.notMember(project.get()));
          limits.require(user, found.submitter(), order);
          limits.require(project.get(), found, own.ofProjects(), order);
        });
    return member.map(ProjectSubmitter::submitter).orElse(new Submitter(List.of(), 0, 0));
  }

  /** The answer to the submission that reached a quota may have been lost. */
  private void unlessRepeated(UserId user, String clientKey, Runnable check) {
    try {
      check.run();
    } catch (ApiException e) {
      if (database.submissions().find(user, clientKey).isEmpty()) {
        throw e;
      }
    }
  }

  void requireFiles(UserId user, WorkOrder order) {
    long bytes = order.inputBytes();
    long maxBytes = database.contentLimits().maxBagBytes();
    if (bytes > maxBytes) {
      throw new ApiException(
          ApiException.Kind.TOO_LARGE,
          "The inputs have " + bytes + " bytes; at most " + maxBytes + " are allowed.",
          "Leave some out, or let the tasks download them.");
    }
    Map<Digest, Long> sizes = mapErrors(() -> database.userFiles().sizes(user, order.digests()));
    List<Digest> missing =
        order.digests().stream().filter(digest -> !sizes.containsKey(digest)).toList();
    if (!missing.isEmpty()) {
      throw ApiException.invalid(
          missing.size() + " input files are missing; the first is " + missing.getFirst() + ".",
          "Upload them (PUT /v1/blobs), then submit the bag again.");
    }
    order.inputs().forEach(input -> requireSize(input.digest(), input.bytes(), sizes));
    order.packs().forEach(pack -> requireSize(pack.digest(), pack.bytes(), sizes));
  }

  /** No provider could stage another size, and each would have to pay for a broken promise. */
  private static void requireSize(Digest digest, long bytes, Map<Digest, Long> sizes) {
    long uploaded = Objects.requireNonNull(sizes.get(digest));
    if (bytes != uploaded) {
      throw ApiException.invalid(
          "The input %s has %d bytes, but the work order says %d."
              .formatted(digest, uploaded, bytes),
          "Write the size of the file that you have uploaded.");
    }
  }

  private void requireSame(BagId bag, Submission submission) {
    Submission first =
        database
            .submissions()
            .find(bag)
            .orElseThrow(
                () ->
                    ApiException.conflict(
                        "The key '%s' was already used for bag %s, which was deleted."
                            .formatted(submission.clientKey(), bag),
                        "Use a new key for a new bag."));
    if (!first.order().equals(submission.order())
        || !first.requirements().equals(submission.requirements())) {
      throw ApiException.conflict(
          "The key '" + submission.clientKey() + "' was already used for bag " + bag + ".",
          "Use a new key for a new bag.");
    }
  }
}
