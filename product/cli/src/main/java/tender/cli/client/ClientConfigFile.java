package tender.cli.client;

import org.jspecify.annotations.Nullable;

/** The fields of the user's config file, as raw text. */
record ClientConfigFile(@Nullable String server, @Nullable String token, @Nullable String ca) {}
