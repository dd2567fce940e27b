package tender.cli.input;

import org.jspecify.annotations.Nullable;

/** The fields of a bag, as they are written in every file that speaks of one. */
public record BagFields(
    @Nullable String tasks,
    @Nullable String deadline,
    @Nullable String width,
    @Nullable String estimate) {}
