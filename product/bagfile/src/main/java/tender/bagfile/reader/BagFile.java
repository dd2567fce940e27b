package tender.bagfile.reader;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.support.input.UnsupportedField;

/**
 * The fields of a bag file, as raw text.
 *
 * @param each_line has the field's name in the file, like the others with an underscore
 * @param notification is {@code notify} in the file, which no component of a record can be
 */
@UnsupportedField(
    names = {"memory", "mem", "memory_per_task"},
    advice = "Write \"resources: {memory: 8G}\".",
    otherwise = true)
@UnsupportedField(
    names = {"memory_per_processor", "mem_per_cpu"},
    advice = "Multiply it by the processors, and write \"resources: {memory: 8G}\".",
    otherwise = true)
@UnsupportedField(
    names = {"gpu", "gpus", "gres"},
    advice = "Write \"resources: {gpus: 1}\".",
    otherwise = true)
@UnsupportedField(
    names = {"cpus", "ncpus", "cpus_per_task"},
    advice = "Write \"resources: {cpus: 4}\".",
    otherwise = true)
@UnsupportedField(
    names = {"features", "constraint"},
    advice = "Write \"resources: {features: [avx512]}\".",
    otherwise = true)
@UnsupportedField(
    names = {"account", "qos", "partition", "queue"},
    advice = "Remove it; the owner of each cluster sets it for all tasks of Tender.")
@UnsupportedField(
    names = {"email", "mail", "notifications"},
    advice = "Write \"notify: [done]\", and add your address with tender notify email.",
    otherwise = true)
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
    @Nullable String output_size,
    @Nullable String results,
    @Nullable String processors,
    @Nullable ResourcesSection resources,
    @Nullable String runtime,
    @Nullable String profiler,
    @Nullable String deadline,
    @Nullable String budget,
    @Nullable String deadline_factor,
    @Nullable String budget_factor,
    @Nullable String retries,
    @Nullable String shell,
    @Nullable List<@Nullable String> modules,
    @Nullable List<@Nullable String> setup,
    @Nullable LinkedHashMap<String, @Nullable String> environment,
    @Nullable ContainerFields container,
    @Nullable String outputs_required,
    @Nullable String stop_after_failures,
    @Nullable String mechanism,
    @Nullable String valuation,
    @Nullable String bid_per_minute,
    @Nullable String domain,
    @Nullable String keep,
    @Nullable String project,
    @JsonProperty("notify") @Nullable SweepValues notification,
    @Nullable SweepValues notify_channels) {}
