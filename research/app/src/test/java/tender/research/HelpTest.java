package tender.research;

import picocli.CommandLine;
import tender.app.HelpContract;

/** The help pages of {@code tender-research}. */
class HelpTest extends HelpContract {
  @Override
  protected CommandLine program() {
    return ResearchCommand.commandLine();
  }
}
