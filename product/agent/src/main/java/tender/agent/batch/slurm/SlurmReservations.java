package tender.agent.batch.slurm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tender.agent.batch.BatchCommandRunner.CommandResult;
import tender.agent.batch.LocalAccount;
import tender.core.model.Time;

/**
 * Creates and deletes reservations, which only operators of Slurm may. An agent without these
 * rights calls a program of the administrator's, which changes only the agent's own reservations.
 */
final class SlurmReservations {
  private static final long TEN_YEARS_SECONDS = 315_360_000;
  private static final long CHECK_SECONDS = 60;

  private final SlurmCommands commands;
  private final Optional<Path> helper;
  private final String partition;
  private final String user;

  SlurmReservations(SlurmCommands commands, SlurmSettings settings, String user) {
    this.commands = commands;
    helper = settings.reservationHelper();
    partition = settings.partition();
    this.user = user;
  }

  /**
   * Creates a reservation for the agent's jobs.
   *
   * @param start in Slurm's format
   */
  CommandResult create(
      SlurmConfiguration configuration, String name, String start, long endSeconds, int cores) {
    List<String> arguments =
        List.of(
            "ReservationName=" + name,
            "StartTime=" + start,
            "EndTime=" + SlurmText.instant(endSeconds),
            "CoreCnt=" + cores,
            "Users=" + user,
            "PartitionName=" + partition);
    return helper
        .map(program -> runHelper(program, configuration, "create", arguments))
        .orElseGet(
            () -> {
              var command = new ArrayList<>(List.of("scontrol", "create", "reservation"));
              command.addAll(arguments);
              // Its jobs may start before it begins, and may use processors outside of it.
              command.add("Flags=FLEX");
              return commands.runUnchecked(command);
            });
  }

  /** Lets jobs of an account use a reservation. */
  void allow(SlurmConfiguration configuration, String name, LocalAccount account) {
    run(configuration, "update", "ReservationName=" + name, "Users=" + user + "," + account)
        .outputOrThrow();
  }

  CommandResult delete(SlurmConfiguration configuration, String name) {
    return run(configuration, "delete", "ReservationName=" + name);
  }

  private CommandResult run(SlurmConfiguration configuration, String verb, String... arguments) {
    List<String> list = List.of(arguments);
    return helper
        .map(program -> runHelper(program, configuration, verb, list))
        .orElseGet(
            () -> {
              var command = new ArrayList<>(List.of("scontrol", verb));
              command.addAll(list);
              return commands.runUnchecked(command);
            });
  }

  private CommandResult runHelper(
      Path program, SlurmConfiguration configuration, String verb, List<String> arguments) {
    var command =
        new ArrayList<>(
            List.of("sudo", "-n", "-u", configuration.slurmUser(), "--", program.toString(), verb));
    command.addAll(arguments);
    return commands.runUnchecked(command);
  }

  /**
   * Whether the agent may create reservations. Root and Slurm's own user may. Operators may too,
   * but only the accounting database knows them; if there is one, or a helper, the agent reserves
   * one core for a minute in ten years and deletes the reservation again.
   */
  boolean arePossible(SlurmConfiguration configuration, RandomGenerator random) {
    if (user.equals("root") || user.equals(configuration.slurmUser())) {
      return true;
    }
    if (!configuration.hasAccounting() && helper.isEmpty()) {
      return false;
    }
    String name = "tender-check-" + HexFormat.of().toHexDigits(random.nextLong());
    long inTenYears = System.currentTimeMillis() / Time.SECOND_MILLIS + TEN_YEARS_SECONDS;
    CommandResult result =
        create(configuration, name, SlurmText.instant(inTenYears), inTenYears + CHECK_SECONDS, 1);
    if (result.exitCode() == 0) {
      delete(configuration, name).outputOrThrow();
    }
    return result.exitCode() == 0;
  }
}
