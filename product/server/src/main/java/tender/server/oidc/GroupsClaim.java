package tender.server.oidc;

import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the groups of a person from an ID token: the claim is a list of names, or one name. A token
 * without the claim means no groups, so that a missing claim never keeps a person in a group.
 */
final class GroupsClaim {
  private static final int MAX_GROUPS = 1_000;
  private static final int MAX_LENGTH = 200;

  private GroupsClaim() {}

  /** The groups without duplicates, sorted. Values that cannot be names of groups are left out. */
  static List<String> read(IDTokenClaimsSet claims, String claim) {
    @Nullable Object value = claims.getClaim(claim);
    Stream<?> values = value instanceof Collection<?> all ? all.stream() : Stream.ofNullable(value);
    return values
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .filter(GroupsClaim::isName)
        .distinct()
        .sorted()
        .limit(MAX_GROUPS)
        .toList();
  }

  private static boolean isName(String value) {
    return !value.isBlank()
        && value.length() <= MAX_LENGTH
        && value.codePoints().noneMatch(Character::isISOControl);
  }
}
