package tender.server.model;

import java.util.OptionalLong;

/**
 * What one task used, as its provider measured it.
 *
 * @param peakMemoryBytes the most memory that its last attempt used; empty if it was not measured
 * @param runMillis the run time of its last attempt; empty if no attempt left an exit code
 * @param outOfMemory how many of its attempts exceeded their memory
 */
public record TaskUsage(OptionalLong peakMemoryBytes, OptionalLong runMillis, int outOfMemory) {}
