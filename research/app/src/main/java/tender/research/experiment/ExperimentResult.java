package tender.research.experiment;

import java.nio.file.Path;
import java.util.List;
import tender.experiments.claims.PaperClaim;
import tender.experiments.offers.OffersSummary;

/** The results of an experiment, and the folder of its files. */
record ExperimentResult(OffersSummary summary, List<PaperClaim> claims, Path out) {}
