package tender.cli.experiment;

import java.nio.file.Path;
import java.util.List;
import tender.experiments.claims.Claim;
import tender.experiments.statistics.Summary;

/** What an experiment gave, and where its files are. */
record ExperimentResult(Summary summary, List<Claim> claims, Path out) {}
