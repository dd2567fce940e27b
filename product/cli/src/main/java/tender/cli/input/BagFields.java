package tender.cli.input;

import org.jspecify.annotations.Nullable;

/** The fields of a bag in the files of compose and offer, as raw text. */
public record BagFields(
    @Nullable String tasks,
    @Nullable String deadline,
    @Nullable String width,
    @Nullable String estimate) {}
