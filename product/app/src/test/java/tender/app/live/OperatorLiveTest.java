package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An operator manages a market by the commands of the program, without its database. */
@Timeout(300)
@Tag("live")
@Tag("concurrent")
class OperatorLiveTest {
  @Test
  void operatorManagesTheMarketByCommandsAndAuditorLooks() throws Exception {
    LiveMarket.with("operator", "", OperatorLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    market.startServers(1, "");
    String file = market.folder().resolve("server0.yaml").toString();
    String olga = done(market, "", "server", "set-role", file, "olga", "operator").strip();

    String ada = done(market, olga, "operator", "add-user", "ada").strip();
    assertThat(refused(market, ada, "operator", "users")).contains("Your role is user");
    done(market, olga, "operator", "deposit", "100", "--user", "ada", "--key", "k");
    done(market, olga, "operator", "deposit", "100", "--user", "ada", "--key", "k");
    assertThat(refused(market, olga, "operator", "deposit", "5", "--user", "ada", "--key", "k"))
        .contains("idempotency key");
    assertThat(done(market, olga, "operator", "accounts")).contains("user:ada", "100", "OK:");
    assertThat(done(market, olga, "operator", "add-provider", "north")).isNotBlank();
    assertThat(done(market, olga, "operator", "providers")).contains("north", "added");
    assertThat(refused(market, olga, "operator", "set-role", "olga", "user"))
        .contains("only operator");
    assertThat(refused(market, olga, "operator", "revoke-user", "olga")).contains("only operator");

    done(market, olga, "operator", "set-quotas", "ada", "--event-streams", "7");
    done(market, olga, "operator", "set-role", "ada", "auditor");
    assertThat(done(market, ada, "operator", "users", "-o", "json"))
        .contains("\"olga\"", "\"eventStreams\": 7");
    assertThat(done(market, ada, "audit", "list"))
        .contains(
            "user olga",
            "/v1/operator/users/ada/role: auditor",
            "/v1/operator/users/ada/quotas: ",
            "operator ");
    assertThat(done(market, ada, "audit", "export").lines().toList())
        .hasSizeGreaterThan(6)
        .allMatch(line -> line.startsWith("{\"number\":"));
    assertThat(refused(market, ada, "operator", "deposit", "1", "--user", "ada"))
        .contains("Your role is auditor");
    done(market, olga, "operator", "revoke-user", "ada");
    assertThat(refused(market, ada, "audit", "list")).contains("token");

    String other =
        done(market, "", "server", "set-role", file, "olga", "operator", "--new-token").strip();
    assertThat(refused(market, olga, "operator", "users")).contains("token");
    assertThat(done(market, other, "operator", "bags")).contains("No bags match.");
  }

  private static TenderProcess.Output tender(LiveMarket market, String token, String... arguments)
      throws Exception {
    return TenderProcess.run(market.folder(), market.environment(token), List.of(arguments));
  }

  private static String done(LiveMarket market, String token, String... arguments)
      throws Exception {
    TenderProcess.Output output = tender(market, token, arguments);
    assertThat(output.exitCode()).as(String.join(" ", arguments) + output.err()).isZero();
    return output.out();
  }

  private static String refused(LiveMarket market, String token, String... arguments)
      throws Exception {
    TenderProcess.Output output = tender(market, token, arguments);
    assertThat(output.exitCode()).as(String.join(" ", arguments)).isEqualTo(1);
    return output.err();
  }
}
