package tender.app.server;

import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.app.doctor.FindingsReport;
import tender.cli.output.OutputOption;
import tender.server.doctor.ServerDoctor;
import tender.server.doctor.installation.ServerInstallation;

/** Finds faults in the installation of a server. */
@Command(
    name = "doctor",
    sortOptions = false,
    description = {
      "Finds faults in the installation of a server, and says how to correct each.%n",
      "It changes nothing, and works whether the server runs or not."
    })
final class DoctorCommand extends OperatorCommand {
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    ServerInstallation server = new ServerInstallation(file(), Clock.systemUTC());
    return new FindingsReport(ServerDoctor.create().examine(server)).print(output);
  }
}
