package tender.research.experiment;

import java.nio.file.Path;
import java.util.List;
import tender.experiments.claims.PaperClaim;
import tender.experiments.offers.OffersSummary;

/** What an experiment gave, and where its files are. */
record ExperimentResult(OffersSummary summary, List<PaperClaim> claims, Path out) {}
