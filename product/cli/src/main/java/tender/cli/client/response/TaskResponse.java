package tender.cli.client.response;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A task of a bag. */
public record TaskResponse(
    int taskIndex,
    String state,
    @Nullable Integer exitCode,
    @Nullable String provider,
    @Nullable Integer attempts,
    @Nullable Instant started,
    @Nullable Instant ended,
    @Nullable Long peakMemoryBytes) {}
