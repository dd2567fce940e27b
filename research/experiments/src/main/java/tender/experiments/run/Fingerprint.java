package tender.experiments.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.HexFormat;
import java.util.List;
import tender.core.compose.CompositionPolicy;
import tender.simulator.market.MarketSimulation;
import tender.workload.trace.LoadScaling;

/**
 * A checksum of everything that the result of a run depends on: the experiment except its number of
 * seeds, the traces, and the simulation code. Code is identified by its jar files; code in class
 * folders, as in tests, is assumed to be unchanged.
 */
final class Fingerprint {
  private static final List<Class<?>> CODE =
      List.of(
          CompositionPolicy.class, LoadScaling.class, MarketSimulation.class, Fingerprint.class);

  private Fingerprint() {}

  /**
   * Computes the checksum of one experiment.
   *
   * @param experiment a complete description of the experiment, except its number of seeds
   */
  static String of(String experiment, List<TraceFolder.Trace> traces) throws IOException {
    Checksum checksum = new Checksum().add(experiment);
    for (TraceFolder.Trace trace : traces) {
      checksum.add(trace.sha256());
    }
    for (Class<?> type : CODE) {
      checksum.add(jarOf(type));
    }
    return checksum.hex();
  }

  private static String jarOf(Class<?> type) throws IOException {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return "";
    }
    try {
      Path jar = Path.of(source.getLocation().toURI());
      return Files.isRegularFile(jar) ? HexFormat.of().formatHex(Files.readAllBytes(jar)) : "";
    } catch (URISyntaxException e) {
      throw new IOException("Cannot locate the jar file of " + type + ".", e);
    }
  }
}
