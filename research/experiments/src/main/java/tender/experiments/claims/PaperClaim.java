package tender.experiments.claims;

/**
 * A claim of a paper, or one of ours, and the result of checking it.
 *
 * @param paperResult the paper's figure
 * @param ourResult our figure with its 95 % confidence interval
 * @param explanation why the claim does not hold, or holds only in direction; otherwise empty
 */
public record PaperClaim(
    String id,
    String statement,
    String paperResult,
    String ourResult,
    Verdict verdict,
    String explanation) {}
