package tender.experiments.claims;

/**
 * A paper's claim beside what we found.
 *
 * @param paper the paper's figure
 * @param ours ours, with the interval in which the mean lies with a confidence of 95 %
 * @param why where it does not hold, or only in direction; else empty
 */
public record PaperClaim(
    String id, String statement, String paperResult, String ourResult, Verdict verdict, String explanation) {}
