package tender.bagfile.reader;

import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.support.input.UnsupportedField;

/**
 * The fields of a bag file, as raw text.
 *
 * @param each_line has the field's name in the file, like the others with an underscore
 */
@UnsupportedField(
    names = {"memory", "mem", "memory_per_task", "memory_per_processor"},
    advice = "Remove it; a task gets the memory that the cluster gives to its processors.")
@UnsupportedField(
    names = {"gpu", "gpus", "gres"},
    advice = "Remove it; tasks cannot request GPUs.")
@UnsupportedField(
    names = {"email", "mail", "notify"},
    advice = "Remove it; wait for the end with submit --wait or tender watch BAG.")
@UnsupportedField(
    names = {"container", "image"},
    advice = "Remove it; start the container in the command, if the providers have the program.")
@UnsupportedField(
    names = {"depends_on", "dependencies", "after"},
    advice = "Remove it; submit the second bag when tender watch BAG has ended with exit code 0.")
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
    @Nullable String deadline_factor,
    @Nullable String budget_factor,
    @Nullable String retries,
    @Nullable String shell,
    @Nullable List<@Nullable String> setup,
    @Nullable LinkedHashMap<String, @Nullable String> environment,
    @Nullable String outputs_required,
    @Nullable String stop_after_failures,
    @Nullable String mechanism,
    @Nullable String valuation,
    @Nullable String bid_per_minute,
    @Nullable String domain) {}
