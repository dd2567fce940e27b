package tender.program.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DashboardCommandTest extends MarketFixture {

  @Test
  void saysWhereThePageIsAndKeepsTheToken() {
    Cli cli = Cli.run("dashboard", "--no-open");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out()).isEqualTo(address() + "/\n");
  }

  @Test
  void theLinkSignsInByWhatNoServerIsSent() {
    assertThat(Cli.run("dashboard", "--link").out())
        .isEqualTo(address() + "/#token=" + TOKEN + "\n");
  }
}
