package tender.server.oidc;

import java.util.List;
import java.util.Optional;

/**
 * A person, as an identity provider names them.
 *
 * @param subject never given to another person by this issuer
 * @param userName the claim with the person's name, which may change; empty if the ID token has
 *     none
 * @param groups of the person now; empty if the provider has not said
 */
public record Identity(
    String issuer, String subject, Optional<String> userName, Optional<List<String>> groups) {}
