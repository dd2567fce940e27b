package tender.server.rest.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.server.model.Access;
import tender.server.model.UserId;

final class StreamTokensTest {
  private static final UserId ANN = new UserId("ann");

  private final Map<String, UserId> users = new HashMap<>(Map.of("a", ANN));
  private final List<List<String>> queries = new ArrayList<>();
  private final UserTokens tokens =
      new UserTokens() {
        @Override
        public Optional<Access> find(String token) {
          return Optional.ofNullable(users.get(token)).map(Access::unlimited);
        }

        @Override
        public Map<String, UserId> findUsers(Collection<String> asked) {
          queries.add(List.copyOf(asked));
          return UserTokens.super.findUsers(asked);
        }
      };

  @Test
  void newStreamsNeedNoQuery() {
    var streams = new StreamTokens(tokens, Duration.ofDays(1));
    for (int i = 0; i < 1_000; i++) {
      assertThat(streams.open("a", ANN).isAllowed()).isTrue();
    }
    assertThat(queries).isEmpty();
  }

  @Test
  void revokedTokenEndsItsStreams() {
    var streams = new StreamTokens(tokens, Duration.ZERO);
    try (var first = streams.open("a", ANN);
        var second = streams.open("a", ANN)) {
      assertThat(first.isAllowed()).isTrue();
      users.clear();
      assertThat(first.isAllowed()).isFalse();
      assertThat(second.isAllowed()).isFalse();
    }
    try (var other = streams.open("b", ANN)) {
      assertThat(other.isAllowed()).isFalse();
    }
    assertThat(queries.getLast()).containsExactly("b");
  }
}
