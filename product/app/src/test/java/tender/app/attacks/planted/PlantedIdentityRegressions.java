package tender.app.attacks.planted;

import static tender.app.attacks.planted.PlantedRegressions.HOSTILE;
import static tender.app.attacks.planted.PlantedRegressions.SERVER;
import static tender.app.attacks.planted.PlantedRegressions.more;
import static tender.app.attacks.planted.PlantedRegressions.sample;

import java.util.List;

/** Planted regressions of the market's authority, and of what is recorded about agents. */
final class PlantedIdentityRegressions {
  private static final String ROTATION = "tender.app.link.AuthorityRotationTest#";

  private PlantedIdentityRegressions() {}

  static List<PlantedRegression> audit() {
    return List.of(
        more("every-refusal-of-an-agent-recorded", "L5")
            .description("An agent that repeats what is refused fills the audit log.")
            .source(SERVER + "engine/agents/RejectionLog.java")
            .replace(
                ".next(provider + \" \" + reason)",
                ".next(provider + \" \" + reason + System.nanoTime())")
            .failsIn(
                HOSTILE + "refusalsAreInTheAuditLogOnceAMinute",
                "but the following elements were unexpected"),
        more("every-wrong-enrolment-token-recorded", "L14")
            .description("A stranger fills the audit log with enrolments.")
            .source(SERVER + "engine/agents/RejectionLog.java")
            .replace(
                ".next(\"enrolment from \" + address)",
                ".next(\"enrolment from \" + System.nanoTime())")
            .failsIn(
                HOSTILE + "strangersAreInTheAuditLogOnceAMinute",
                "but some elements were not expected"));
  }

  static List<PlantedRegression> authorities() {
    return List.of(
        sample("replaced-authority-accepted", "L2")
            .description("Servers accept certificates of an authority that was replaced.")
            .source(SERVER + "agents/ServerTls.java")
            .replace(
                """
                  synchronized void change(Authorities authorities) {
                    accept(authorities);
                """,
                """
                  synchronized void change(Authorities authorities) {
                    accept(Authorities.only(authority));
                """)
            .failsIn(
                ROTATION + "certificateOfAReplacedAuthorityIsRefused", "The stream has not ended"),
        more("replaced-authority-trusted", "L2")
            .description("Agents go on to trust an authority that was replaced.")
            .source(SERVER + "agents/certificates/Authorities.java")
            .replace("|| !fingerprints().containsAll(trusted);", ";")
            .failsIn(
                ROTATION + "connectedAgentMovesToTheNextAuthority",
                "timed out waiting for: trusts only the next one"));
  }
}
