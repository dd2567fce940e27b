package tender.agent.owner;

import java.util.List;
import java.util.Optional;

/**
 * The users of the market whose bags the owner of a cluster accepts, by their names.
 *
 * @param allow only these; empty: all
 * @param deny never these
 */
public record UserRules(Optional<List<String>> allow, List<String> deny) {
  /** Bags of all users are accepted. */
  public static final UserRules NONE = new UserRules(Optional.empty(), List.of());

  public UserRules {
    allow = allow.map(List::copyOf);
    deny = List.copyOf(deny);
  }

  public boolean isUnrestricted() {
    return allow.isEmpty() && deny.isEmpty();
  }

  /** Whether bags of a user are accepted. A user without a name is accepted only without rules. */
  public boolean accepts(String user) {
    return isUnrestricted()
        || (!user.isEmpty()
            && !deny.contains(user)
            && allow.map(names -> names.contains(user)).orElse(true));
  }

  /** For the owner. */
  public String describe() {
    String accepted =
        allow
            .map(names -> "accept bags of " + String.join(", ", names) + " only")
            .orElse("accept bags of all users");
    return deny.isEmpty() ? accepted : accepted + ", but not of " + String.join(", ", deny);
  }
}
