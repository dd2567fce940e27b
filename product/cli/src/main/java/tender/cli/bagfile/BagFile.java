package tender.cli.bagfile;

import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file that describes a bag, each value as it is written.
 *
 * @param each_line with the name that it has in the file, as the bid
 */
@SuppressWarnings("MemberName")
record BagFile(
    @Nullable String version,
    @Nullable String name,
    @Nullable String command,
    @Nullable String tasks,
    @Nullable LinkedHashMap<String, @Nullable SweepValues> sweep,
    @Nullable String each_line,
    @Nullable List<@Nullable String> inputs,
    @Nullable List<@Nullable String> outputs,
    @Nullable String processors,
    @Nullable String runtime,
    @Nullable String profiler,
    @Nullable String deadline,
    @Nullable String budget,
    @Nullable String retries,
    @Nullable String mechanism,
    @Nullable String valuation,
    @Nullable String bid_per_minute) {}
