package tender.cli.remote;

import org.jspecify.annotations.Nullable;

/** The file in which somebody keeps where the market is, each value as it is written. */
record ConfigFile(@Nullable String server, @Nullable String token, @Nullable String ca) {}
