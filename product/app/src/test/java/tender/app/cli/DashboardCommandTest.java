package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DashboardCommandTest extends RestServerFixture {

  @Test
  void printsAddressWithoutToken() {
    CliRun cli = CliRun.run("dashboard", "--no-open");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out()).isEqualTo(address() + "/\n");
  }

  @Test
  void linkContainsTokenInFragment() {
    assertThat(CliRun.run("dashboard", "--link").out())
        .isEqualTo(address() + "/#token=" + TOKEN + "\n");
  }
}
