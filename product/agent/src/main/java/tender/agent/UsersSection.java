package tender.agent;

import java.util.List;
import java.util.Optional;
import tender.agent.owner.UserRules;

/**
 * The users of the market whose bags the owner accepts, by their names.
 *
 * @param allow only these; default: all
 * @param deny never these; default: none
 */
public record UsersSection(Optional<List<String>> allow, Optional<List<String>> deny) {
  UserRules rules() {
    return new UserRules(allow, deny.orElse(List.of()));
  }
}
