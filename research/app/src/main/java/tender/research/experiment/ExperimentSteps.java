package tender.research.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tender.experiments.claims.PaperClaim;
import tender.experiments.report.Manifest;
import tender.experiments.run.SeededExperiment;
import tender.experiments.run.TraceFolder;

/**
 * How an experiment is run, and what is written from its runs. {@link ExperimentRun} does both.
 *
 * @param logs the logs that it uses
 * @param claims empty unless the experiment reproduces a paper
 * @param tables tables as text, by file name
 * @param charts charts as SVG, by file name
 * @param <S> the summary of its runs
 */
public record ExperimentSteps<S>(
    String name,
    SeededExperiment<?> experiment,
    List<TraceFolder.Trace> logs,
    Simulation<S> simulation,
    Function<S, List<PaperClaim>> claims,
    Function<S, Map<String, String>> tables,
    Function<S, Map<String, String>> charts,
    Page<S> page) {

  /** Runs the experiment and summarises all runs. */
  @FunctionalInterface
  public interface Simulation<S> {
    /**
     * Runs the experiment.
     *
     * @param partial the folder that keeps completed runs, so that a later start can continue
     */
    S run(Path partial) throws IOException, InterruptedException;
  }

  /** Writes the report. */
  @FunctionalInterface
  public interface Page<S> {
    String write(S summary, List<PaperClaim> claims, Map<String, String> charts, Manifest manifest);
  }
}
