package tender.server;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.server.login.SessionConfirmer;
import tender.server.model.Access;
import tender.server.model.UserId;
import tender.server.rest.authentication.UserTokens;
import tender.server.store.identity.LoginSessionRepository;

/** The tokens of users: access tokens, and those of login sessions. */
final class MarketTokens implements UserTokens {
  private final MarketReplica market;
  private final Optional<SessionConfirmer> sessions;

  /**
   * @param sessions empty without single sign-on
   */
  MarketTokens(MarketReplica market, Optional<SessionConfirmer> sessions) {
    this.market = market;
    this.sessions = sessions;
  }

  @Override
  public Optional<Access> find(String token) {
    return LoginSessionRepository.isSessionToken(token)
        ? sessions.flatMap(confirmer -> confirmer.find(token))
        : market.accessByToken(token);
  }

  @Override
  public Map<String, UserId> findUsers(Collection<String> tokens) {
    List<String> sessionTokens = new ArrayList<>();
    List<String> accessTokens = new ArrayList<>();
    for (String token : tokens) {
      (LoginSessionRepository.isSessionToken(token) ? sessionTokens : accessTokens).add(token);
    }
    Map<String, UserId> users = new HashMap<>();
    if (!accessTokens.isEmpty()) {
      users.putAll(market.usersByTokens(accessTokens));
    }
    if (!sessionTokens.isEmpty()) {
      sessions.ifPresent(confirmer -> users.putAll(confirmer.findUsers(sessionTokens)));
    }
    return users;
  }
}
