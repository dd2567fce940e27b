package tender.bagfile.reader;

import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a bag file, as raw text.
 *
 * @param each_line has the field's name in the file, like the others with an underscore
 */
@SuppressWarnings("MemberName")
record BagFile(
    @Nullable String version,
    @Nullable String name,
    @Nullable String command,
    @Nullable String tasks,
    @Nullable LinkedHashMap<String, @Nullable SweepValues> sweep,
    @Nullable LinkedHashMap<String, @Nullable SweepValues> zip,
    @Nullable String each_line,
    @Nullable String each_row,
    @Nullable List<@Nullable String> inputs,
    @Nullable List<@Nullable String> outputs,
    @Nullable String processors,
    @Nullable String runtime,
    @Nullable String profiler,
    @Nullable String deadline,
    @Nullable String budget,
    @Nullable String retries,
    @Nullable String shell,
    @Nullable List<@Nullable String> setup,
    @Nullable LinkedHashMap<String, @Nullable String> environment,
    @Nullable String outputs_required,
    @Nullable String stop_after_failures,
    @Nullable String mechanism,
    @Nullable String valuation,
    @Nullable String bid_per_minute) {}
