package tender.cli.submit;

import java.time.Clock;
import java.time.ZoneId;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.bagfile.reader.LocalBag;

/** The bag file of a command, with the options that override its requirements. */
final class BagFileArgument {
  @Parameters(
      paramLabel = "FILE",
      description = "The YAML file of the bag; - reads standard input.")
  private String file;

  @Mixin private RequirementOptions requirements;
  @Mixin private NotifyOptions notifications;

  LocalBag read() {
    Clock clock = Clock.system(ZoneId.systemDefault());
    LocalBag bag = LocalBag.read(file, clock);
    return bag.withDraft(notifications.applyTo(requirements.applyTo(bag.draft(), clock)));
  }

  String optimise() {
    return requirements.optimise();
  }
}
