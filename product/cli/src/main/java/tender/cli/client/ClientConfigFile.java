package tender.cli.client;

import org.jspecify.annotations.Nullable;

/** The file in which somebody keeps where the market is, each value as it is written. */
record ClientConfigFile(@Nullable String server, @Nullable String token, @Nullable String ca) {}
