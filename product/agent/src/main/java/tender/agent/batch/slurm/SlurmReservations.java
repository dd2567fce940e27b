package tender.agent.batch.slurm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.command.BatchCommandRunner.CommandResult;
import tender.core.model.Time;

/**
 * Creates and deletes reservations, which only operators of Slurm may. An agent without these
 * rights calls a program of the administrator's, which changes only the agent's own reservations.
 */
final class SlurmReservations {
  private static final long TEN_YEARS_SECONDS = 315_360_000;
  private static final long CHECK_SECONDS = 60;

  private final SlurmCommands commands;
  private final Supplier<SlurmConfiguration> configuration;
  private final Optional<Path> helper;
  private final String partition;
  private final String user;

  /**
   * @param configuration asks Slurm; only a helper needs it
   */
  SlurmReservations(
      SlurmCommands commands,
      Supplier<SlurmConfiguration> configuration,
      SlurmSettings settings,
      String user) {
    this.commands = commands;
    this.configuration = configuration;
    helper = settings.reservationHelper();
    partition = settings.partition();
    this.user = user;
  }

  /**
   * Creates a reservation for the agent's jobs.
   *
   * @param start in Slurm's format
   */
  CommandResult create(String name, String start, long endSeconds, int cores) {
    List<String> arguments =
        List.of(
            "ReservationName=" + name,
            "StartTime=" + start,
            "EndTime=" + SlurmText.instant(endSeconds),
            "CoreCnt=" + cores,
            "Users=" + user,
            "PartitionName=" + partition);
    return helper.isPresent()
        ? run(List.of("create"), arguments)
        // Its jobs may start before it begins, and may use processors outside of it.
        : run(List.of("create", "reservation", "Flags=FLEX"), arguments);
  }

  /** Lets jobs of an account use a reservation. */
  void allow(String name, LocalAccount account) {
    run(List.of("update"), List.of("ReservationName=" + name, "Users=" + user + "," + account))
        .outputOrThrow();
  }

  CommandResult delete(String name) {
    return run(List.of("delete"), List.of("ReservationName=" + name));
  }

  private CommandResult run(List<String> verb, List<String> arguments) {
    var command = new ArrayList<String>();
    if (helper.isPresent()) {
      String account = configuration.get().slurmUser();
      command.addAll(List.of("sudo", "-n", "-u", account, "--", helper.get().toString()));
    } else {
      command.add("scontrol");
    }
    command.addAll(verb);
    command.addAll(arguments);
    return commands.runUnchecked(command);
  }

  /**
   * Whether the agent may create reservations. Root and Slurm's own user may. Operators may too,
   * but only the accounting database knows them; if there is one, or a helper, the agent reserves
   * one core for a minute in ten years and deletes the reservation again.
   */
  boolean arePossible(SlurmConfiguration found, RandomGenerator random) {
    if (user.equals("root") || user.equals(found.slurmUser())) {
      return true;
    }
    if (!found.hasAccounting() && helper.isEmpty()) {
      return false;
    }
    String name = "tender-check-" + HexFormat.of().toHexDigits(random.nextLong());
    long inTenYears = System.currentTimeMillis() / Time.SECOND_MILLIS + TEN_YEARS_SECONDS;
    CommandResult result =
        create(name, SlurmText.instant(inTenYears), inTenYears + CHECK_SECONDS, 1);
    if (result.exitCode() == 0) {
      delete(name).outputOrThrow();
    }
    return result.exitCode() == 0;
  }
}
