package tender.app.attacks.planted;

import java.util.List;
import java.util.stream.Stream;
import tender.app.attacks.planted.PlantedRegression.Replacement;

/** All planted regressions. Each test of an attack has at least one. */
final class PlantedRegressions {
  static final String SERVER = "product/server/src/main/java/tender/server/";
  private static final String HTTP = "product/support/src/main/java/tender/support/http/";
  private static final String AGENT = "product/agent/src/main/java/tender/agent/";
  private static final String CERTIFICATES =
      SERVER + "store/identity/AgentCertificateRepository.java";

  private static final String REPLAY = "tender.app.attacks.ReplayedCertificateAttackTest#";
  static final String HOSTILE = "tender.app.attacks.HostileAgentAttackTest#";
  private static final String DELETED = "tender.app.attacks.DeletedBagsAttackTest#";
  private static final String DIGEST = "tender.app.attacks.FileDigestAttackTest#";
  private static final String DIRECT = "tender.app.attacks.DirectOutputAttackTest#";
  private static final String REVOKED = "tender.app.attacks.RevokedUserAttackTest#";
  private static final String LOAD = "tender.app.attacks.UnauthenticatedLoadAttackTest#";

  private PlantedRegressions() {}

  static List<PlantedRegression> all() {
    return Stream.of(
            certificates(),
            streams(),
            agents(),
            PlantedIdentityRegressions.audit(),
            PlantedIdentityRegressions.authorities(),
            deletedBags(),
            files(),
            directTransfers(),
            billing(),
            revocation(),
            requests(),
            connections())
        .flatMap(List::stream)
        .toList();
  }

  private static List<PlantedRegression> certificates() {
    return List.of(
        sample("replaced-certificate-accepted", "L2")
            .description("The server accepts a certificate that another enrolment has replaced.")
            .source(SERVER + "agents/AgentAuthenticator.java")
            .replace(
                "if (state == AgentCertificates.State.ACCEPTED) {",
                "if (state != AgentCertificates.State.REVOKED) {")
            .failsIn(
                REPLAY + "certificateFromBeforeAnotherEnrolmentIsRefused",
                "expected: PERMISSION_DENIED"),
        more("enrolment-retires-nothing", "L2")
            .description("Another enrolment leaves the earlier certificates valid.")
            .source(CERTIFICATES)
            .replace(
                """
                          retireOthers(session, certificate);
                          insert(session, certificate);
                """,
                """
                          insert(session, certificate);
                """)
            .failsIn(REPLAY + "openStreamEndsAfterAnotherEnrolment", "The stream has not ended"),
        more("renewal-retires-nothing", "L2")
            .description("The first use of a renewed certificate leaves the previous one valid.")
            .source(CERTIFICATES)
            .replace(
                """
                    retireOthers(session, certificate);
                    session.update(
                """,
                """
                    session.update(
                """)
            .failsIn(
                REPLAY + "previousCertificateIsValidUntilTheNextOneIsUsed",
                "Expecting code to raise a throwable"),
        more("unrecorded-certificates-accepted", "L2")
            .description("Every certificate from before certificates were recorded is accepted.")
            .source(CERTIFICATES)
            .replace(
                "+ \" certificates_recorded and revoked_millis is null\"",
                "+ \" false and revoked_millis is null\"")
            .failsIn(
                REPLAY + "onlyOneUnrecordedCertificateIsAccepted", "The stream has not ended"));
  }

  private static List<PlantedRegression> streams() {
    return List.of(
        more("open-streams-not-checked", "L2")
            .description("A stream that is open stays open when its certificate is revoked.")
            .source(SERVER + "agents/StreamReaper.java")
            .replace("authenticator.endInvalid(streams.open());", "")
            .failsIn(
                REPLAY + "openStreamEndsAfterRevocationOfTheCertificate",
                "The stream has not ended"),
        more("streams-of-revoked-provider-kept", "L2")
            .description("The check of open streams ignores that their provider was revoked.")
            .source(CERTIFICATES)
            .replace(
                "c.retired_millis is null and p.revoked_millis is null)",
                "c.retired_millis is null)")
            .failsIn(
                REPLAY + "openStreamEndsAfterRevocationOfTheProvider", "The stream has not ended"),
        more("displaced-stream-not-reported", "L2")
            .description("A stream that displaces another one raises no alert.")
            .source(SERVER + "agents/AgentStreams.java")
            .replace(
                """
                      notifyHandler(
                          () ->
                              handler.displaced(
                                  stream.provider(), displaced.caller().peer(), stream.caller().peer()));
                """,
                "")
            .failsIn(REPLAY + "displacedStreamRaisesAnAlert", "Timed out waiting for: alert"));
  }

  private static List<PlantedRegression> agents() {
    return List.of(
        sample("acknowledged-by-any-agent", "L5")
            .description("An acknowledgement deletes a message to another provider.")
            .source(SERVER + "store/bags/PostgresStore.java")
            .replace(
                "and outbox.index = done.index and outbox.provider = done.provider)",
                "and outbox.index = done.index)")
            .failsIn(HOSTILE + "messageToAnotherProviderCannotBeAcknowledged", " but was: []"),
        sample("results-without-part-stored", "L5")
            .description("Results are stored for a part that was never assigned.")
            .source(SERVER + "engine/agents/DeliveryPolicy.java")
            .replace(
                """
                      throw new NotAllowedException(
                          AgentRejection.NO_PART, "There is no part " + part + " that could have results.");
                """,
                "return;\n")
            .failsIn(HOSTILE + "resultsWithoutAPartAreNotStored", " but was: OK"),
        more("results-of-other-provider-stored", "L5")
            .description("An agent delivers results of another provider's part.")
            .source(SERVER + "agents/PackReceiver.java")
            .replace(
                "if (!header.reservation().provider().equals(from)) {",
                "if (!header.reservation().provider().equals(header.reservation().provider())) {")
            .failsIn(HOSTILE + "resultsWithoutAPartAreNotStored", "[results of north] "),
        more("reports-of-other-provider-count", "L5")
            .description("An agent reports results in the name of another provider.")
            .source(SERVER + "agents/AgentStream.java")
            .replace("if (!claimed.equals(provider())) {", "if (!claimed.equals(claimed)) {")
            .failsIn(
                HOSTILE + "resultsOfAPartThatTheProviderDoesNotHaveDoNotCount",
                "The stream has not ended"),
        more("no-quota-of-results", "L5")
            .description("The quota of a part does not count what is already stored.")
            .source(SERVER + "engine/agents/DeliveryPolicy.java")
            .replace("if (bytes > quotaBytes - storedBytes) {", "if (bytes > quotaBytes) {")
            .failsIn(HOSTILE + "resultsBeyondTheQuotaOfAPartAreNotStored", " but was: OK"));
  }

  private static List<PlantedRegression> deletedBags() {
    String source = SERVER + "store/retention/DeletedBagCopies.java";
    return List.of(
        more("deleted-bags-of-others-named", "L5")
            .description("An agent learns which bags of other providers were deleted.")
            .source(source)
            .replace("where provider = ? and bag > ?", "where (true or provider = ?) and bag > ?")
            .failsIn(DELETED + "deletedBagsOfOthersAreNotNamed", "Expecting empty but was"),
        more("deletion-confirmed-by-others", "L5")
            .description("An agent confirms a deletion for another provider.")
            .source(source)
            .replace(
                "where provider = ? and bag = any (?)",
                "where (true or provider = ?) and bag = any (?)")
            .failsIn(
                DELETED + "deletionAtAnOfflineProviderCannotBeConfirmedByOthers",
                "but could not find the following"));
  }

  private static List<PlantedRegression> files() {
    return List.of(
        more("digests-shown-to-called-agent", "L6")
            .description("An agent that is only called sees the digests of the input files.")
            .source(SERVER + "engine/agents/AgentEventHandler.java")
            .replace(
                "ProviderAccessPolicy.mayReadFiles(provider, state, order) ? order : order.withoutDigests()",
                "order")
            .failsIn(
                DIGEST + "calledProviderSeesNoDigestsAndFetchesNothing",
                "but some elements were not found:"),
        more("files-sent-to-called-agent", "L6")
            .description("An agent that is only called fetches the input files.")
            .source(SERVER + "engine/agents/AgentEventHandler.java")
            .replace(
                "if (!ProviderAccessPolicy.mayReadFiles(provider, state, order)) {",
                "if (!ProviderAccessPolicy.mayReadWorkOrder(provider, state)) {")
            .failsIn(
                DIGEST + "calledProviderSeesNoDigestsAndFetchesNothing",
                "Expecting code to raise a throwable"),
        sample("digest-of-any-user-known", "L6")
            .description("A bag names the file of another user as its input.")
            .source(SERVER + "store/content/UserFileRepository.java")
            .replace(
                "from user_file where user_id = ? and digest = any (?)",
                "from user_file where ?::text is not null and digest = any (?)")
            .failsIn(
                DIGEST + "digestOfAnotherUsersFileIsMissing",
                "but could not find the following elements:"),
        more("stored-content-not-verified", "L6")
            .description(
                "A user who knows the digest of a stored file owns it without its content.")
            .source(SERVER + "store/content/UserFileRepository.java")
            .replace("blobs.writeVerified(", "blobs.write(")
            .failsIn(
                DIGEST + "digestOfAnotherUsersFileIsMissing",
                "Expecting code to raise a throwable"),
        more("result-pack-accepted-as-input", "L6")
            .description("Input files and result packs have one namespace.")
            .source(SERVER + "store/content/UserFileRepository.java")
            .replace(
                "from user_file where user_id = ? and digest = any (?)",
                "from blob where ?::text is not null and digest = any (?)")
            .failsIn(DIGEST + "resultPackIsNotAnInput", "Expecting code to raise a throwable"));
  }

  private static List<PlantedRegression> directTransfers() {
    return List.of(
        sample("output-of-other-provider-begun", "L15")
            .description("An agent sends large outputs of another provider's part.")
            .source(SERVER + "agents/AgentsService.java")
            .replace(
                "if (!output.part().provider().equals(provider)) {",
                "if (!output.part().provider().equals(output.part().provider())) {")
            .failsIn(DIRECT + "outputOfAnotherProvidersPartIsRefused", " but was: UNAVAILABLE"),
        more("output-without-part-begun", "L15")
            .description("An agent sends large outputs of a bag of which it has no part.")
            .source(SERVER + "engine/agents/OutputReceiver.java")
            .replace(
                "if (database.history().placedTasks(output.part()).isEmpty()) {",
                "if (output.bytes() < 0) {")
            .failsIn(DIRECT + "outputOfABagWithoutAPartIsRefused", " but was: UNAVAILABLE"));
  }

  private static List<PlantedRegression> billing() {
    return List.of(
        sample("files-counted-again", "L8")
            .description("The times of files count also for jobs that the batch system measured.")
            .source(AGENT + "usage/UsageMeter.java")
            .replace(
                "if (!isKnown(job) && !isKnown(task)) {", "if (!isKnown(task) || isKnown(job)) {")
            .failsIn(
                "tender.agent.usage.UsageMeterTest#usageIsAtLeastTheMeasuredTimeWhateverFilesSay",
                "[seed 1] "),
        more("bill-by-files", "L8")
            .description("A bill is the time that the files say, which tasks can change.")
            .source(AGENT + "usage/UsageMeter.java")
            .replace("        ended(run);\n", "")
            .replace("seen(key, task.startedMillis());", "")
            .replace(
                "Math.clamp(fileMillis.getAsLong(), 0, Math.max(0, unseenMillis))",
                "fileMillis.getAsLong()")
            .failsIn(
                "tender.agent.planning.TamperedFilesBillTest#billIsAtLeastTheTimeThatTasksRan",
                "[bill of seed "));
  }

  private static List<PlantedRegression> revocation() {
    return List.of(
        sample("event-stream-outlives-token", "L11")
            .description("An open event stream continues after the user's token was revoked.")
            .source(SERVER + "rest/authentication/StreamTokens.java")
            .replace("return user.equals(valid.get(token));", "return true;")
            .failsIn(REVOKED + "openEventStreamEndsAfterRevocation", "[the rest of the stream] "));
  }

  private static List<PlantedRegression> requests() {
    return List.of(
        sample("wrong-tokens-not-slowed", "L12")
            .description("Answers to wrong tokens are not delayed.")
            .source(SERVER + "rest/authentication/WrongTokenThrottle.java")
            .replace("if (excess == 0) {", "if (excess >= 0) {")
            .failsIn(LOAD + "wrongTokensAreSlowed", "to be greater than:\n  2S"),
        sample("signing-request-parsed-before-token", "L14")
            .description("A signing request is parsed before the enrolment token is checked.")
            .source(SERVER + "agents/certificates/CertificateIssuer.java")
            .replace(
                "Optional<ProviderId> provider = certificates.findByToken(token);",
                "SigningRequest.verifiedKey(signingRequest);\nOptional<ProviderId> provider = certificates.findByToken(token);")
            .failsIn(
                LOAD + "signingRequestIsNotParsedWithoutAValidToken", " but was: INVALID_ARGUMENT"),
        more("nesting-not-checked", "L14")
            .description("A nested signing request reaches the recursive parser.")
            .source(SERVER + "agents/certificates/SigningRequest.java")
            .replace("DerNesting.check(request);", "")
            .failsIn(
                LOAD + "nestedSigningRequestIsRefused", "to contain:\n  \"nested too deeply\""),
        more("signing-request-of-any-size", "L14")
            .description("The size of a signing request is not limited.")
            .source(SERVER + "agents/certificates/SigningRequest.java")
            .replace("if (request.length > MAX_BYTES) {", "if (request.length < 0) {")
            .failsIn(
                LOAD + "nestedSigningRequestIsRefused", "to contain:\n  \"the maximum is 4096\""));
  }

  private static List<PlantedRegression> connections() {
    return List.of(
        more("connections-of-strangers-unlimited", "L14")
            .description("One address may open any number of connections to the agents' port.")
            .source(SERVER + "agents/limits/LimitedServerChannel.java")
            .replace("if (peer != null && limiter.tryAcquire(peer)) {", "if (peer != null) {")
            .failsIn(
                LOAD + "connectionsWithoutCertificateAreLimitedAndClosed",
                "to be greater than or equal to:\n  86"),
        more("silent-connections-kept", "L14")
            .description("A connection that sends nothing after the TLS handshake stays open.")
            .source(SERVER + "agents/AgentGateway.java")
            .replace(".handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)", "")
            .replace(".maxConnectionIdle(MAX_IDLE_SECONDS, TimeUnit.SECONDS)", "")
            .replace(".keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)", "")
            .failsIn(LOAD + "silentTlsConnectionsAreClosed", "[silent] "),
        more("connections-without-call-kept", "L14")
            .description("A connection without a call, whose peer answers no pings, stays open.")
            .source(SERVER + "agents/AgentGateway.java")
            .replace(".maxConnectionIdle(MAX_IDLE_SECONDS, TimeUnit.SECONDS)", "")
            .replace(".keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)", "")
            .failsIn(LOAD + "silentTlsConnectionsAreClosed", "[without a call] "),
        more("connections-to-rest-unlimited", "L14")
            .description("One address may open any number of connections to the users' port.")
            .source(HTTP + "ConnectionGuard.java")
            .replace(
                "return (behindProxy || limiter.tryAcquire(connection.peer())) && open.add(connection);",
                "return open.add(connection);")
            .failsIn(LOAD + "halfSentRequestsAreClosed", "to be greater than or equal to:\n  236"),
        more("request-head-without-deadline", "L14")
            .description("A request that is sent slowly keeps its connection.")
            .source(HTTP + "GuardedConnection.java")
            .replace("case HEAD -> nanos > MAX_HEAD_TIME.toNanos();", "case HEAD -> false;")
            .failsIn(LOAD + "slowlySentRequestIsClosed", "to be less than:"));
  }

  static Builder sample(String name, String attack) {
    return new Builder(name, attack, "", "", List.of(), true);
  }

  static Builder more(String name, String attack) {
    return new Builder(name, attack, "", "", List.of(), false);
  }

  record Builder(
      String name,
      String attack,
      String description,
      String source,
      List<Replacement> replacements,
      boolean isSample) {
    Builder description(String text) {
      return new Builder(name, attack, text, source, replacements, isSample);
    }

    Builder source(String file) {
      return new Builder(name, attack, description, file, replacements, isSample);
    }

    Builder replace(String before, String after) {
      List<Replacement> more =
          Stream.concat(replacements.stream(), Stream.of(new Replacement(before, after))).toList();
      return new Builder(name, attack, description, source, more, isSample);
    }

    PlantedRegression failsIn(String test, String failure) {
      return new PlantedRegression(
          name, attack, description, source, replacements, test, failure, isSample);
    }
  }
}
