package tender.bagfile.reader;

import org.jspecify.annotations.Nullable;

/** The fields of a bag file's container, as raw text. */
record ContainerFields(@Nullable String image, @Nullable String archive) {}
