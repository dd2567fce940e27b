package tender.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The help pages of {@code tender}. */
class HelpTest extends HelpContract {
  @Override
  protected CommandLine program() {
    return Main.commandLine();
  }

  @Test
  void groupsCommandsByRole() {
    assertThat(program().getUsageMessage(Ansi.OFF))
        .contains("For users:", "For the owner of a cluster:")
        .contains("For the operator of a market:", "Without a market:");
  }
}
