package tender.agent.doctor.market;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.agent.link.AgentIdentity;
import tender.support.doctor.CertificateDates;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;

/** Whether the agent's certificate is valid. A running agent renews it early. */
public final class IdentityCertificateCheck extends NamedCheck<AgentInstallation> {
  public static final String NAME = "identity-certificate";

  /** A running agent needs some minutes to renew it, if the server is busy. */
  private static final Duration RENEWAL_SLACK = Duration.ofHours(1);

  public IdentityCertificateCheck() {
    super(NAME, List.of(IdentityCheck.NAME));
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    AgentIdentity identity = agent.identity();
    Instant now = agent.clock().instant();
    Instant expiry = identity.certificate().getNotAfter().toInstant();
    Duration warnBefore = Duration.between(identity.renewalTime(), expiry).minus(RENEWAL_SLACK);
    return CertificateDates.check(
        "the agent's certificate",
        identity.certificate(),
        now,
        warnBefore.isNegative() ? Duration.ZERO : warnBefore,
        now.isBefore(expiry)
            ? "Start the agent, which renews it; if it runs, read its log for 'Certificate renewal failed'."
            : "Ask the market's operator for a new token (tender operator add-provider), then: tender agent enrol %s TOKEN"
                .formatted(agent.file()));
  }
}
