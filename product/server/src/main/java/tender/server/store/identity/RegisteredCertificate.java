package tender.server.store.identity;

/** A certificate as the operator sees it. */
public record RegisteredCertificate(
    IssuedCertificate certificate, long issuedMillis, CertificateState state) {}
