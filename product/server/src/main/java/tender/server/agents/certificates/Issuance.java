package tender.server.agents.certificates;

import java.security.cert.X509Certificate;
import tender.bagfile.Digest;

/**
 * A certificate that was just issued.
 *
 * @param authority the fingerprint of the authority that issued it
 * @param address of the agent, for the audit log
 */
public record Issuance(X509Certificate certificate, Digest authority, String address) {}
