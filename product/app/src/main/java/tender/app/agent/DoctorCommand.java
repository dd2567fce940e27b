package tender.app.agent;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.agent.doctor.AgentDoctor;
import tender.agent.doctor.installation.AgentInstallation;
import tender.app.doctor.FindingsReport;
import tender.cli.output.OutputOption;

/** Finds faults in the installation of an agent. */
@Command(
    name = "doctor",
    sortOptions = false,
    description = {
      "Finds faults in the installation of an agent, and says how to correct each.%n",
      "It submits no jobs, and works whether the agent runs or not."
    })
final class DoctorCommand extends AgentCommand.ConfiguredCommand {
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    return new FindingsReport(AgentDoctor.create().examine(AgentInstallation.here(file)))
        .print(output);
  }
}
