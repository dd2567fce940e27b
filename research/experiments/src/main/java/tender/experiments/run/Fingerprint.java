package tender.experiments.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.HexFormat;
import java.util.List;
import tender.core.compose.CompositionPolicy;
import tender.experiments.offers.OffersWorkload;
import tender.simulator.market.MarketSimulation;
import tender.workload.trace.LoadScaling;

/**
 * A checksum of all that a run's result depends on: the experiment but for the number of its seeds,
 * the logs, and the code that simulates. Code is told apart by its jars; where classes lie loose,
 * as in tests, it is taken to be the same.
 */
public final class Fingerprint {
  private static final List<Class<?>> CODE =
      List.of(CompositionPolicy.class, LoadScaling.class, MarketSimulation.class, Fingerprint.class);

  private Fingerprint() {}

  public static String of(OffersWorkload workload) throws IOException {
    return of(workload.experiment().withSeeds(1).toString(), workload.traces());
  }

  /** Of an experiment, told in words that say all of it, and its logs. */
  public static String of(String experiment, List<TraceFolder.Trace> traces) throws IOException {
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
      throw new IOException("The place of " + type + " cannot be named.", e);
    }
  }
}
