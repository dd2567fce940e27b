package tender.agent.batch.slurm;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.ObservedReservation;
import tender.fuzz.FuzzTarget;
import tender.fuzz.Properties;

/** The outputs of scontrol and sinfo. The first character of an input selects the command. */
public final class ScontrolTarget implements FuzzTarget {
  private static final PartitionNodes NODES =
      new PartitionNodes(Set.of("n1", "n2", "rack1n01"), Set.of("main"), 1);

  @Override
  public String name() {
    return "scontrol";
  }

  @Override
  public void read(byte[] input) {
    String output = new String(input, StandardCharsets.UTF_8);
    try {
      switch (output.isEmpty() ? ' ' : output.charAt(0)) {
        case 'r' -> reservations(output.substring(1));
        case 'c' -> SlurmConfiguration.read(output.substring(1));
        case 'n' -> PartitionNodes.read(output.substring(1), "main");
        default -> {}
      }
    } catch (BatchSystemException e) {
      // Documented for output that cannot be parsed.
    }
  }

  private static void reservations(String output) {
    for (ObservedReservation reservation :
        ReservationReader.read(output, "me", NODES, new HostList(1_000))) {
      Properties.between(
          reservation.processors(), 1, Integer.MAX_VALUE, "The number of processors");
    }
  }
}
