package tender.bagfile.reader;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.support.input.UnsupportedField;

/**
 * The section {@code resources} of a bag file, as raw text.
 *
 * @param memory one amount, or those of the first attempt and the retries
 * @param gpu_type has the field's name in the file
 */
@UnsupportedField(
    names = {"nodes", "tasks", "ntasks"},
    advice = "Remove it; each task runs on one node. Give the number of tasks of the bag outside.")
@UnsupportedField(
    names = {"time", "walltime", "runtime"},
    advice = "Write \"runtime: 90s\" outside of the resources.",
    otherwise = true)
@UnsupportedField(
    names = {"mem", "memory_per_task"},
    advice = "Write \"memory: 8G\".",
    otherwise = true)
@UnsupportedField(
    names = {"disk", "tmp"},
    advice = "Write \"scratch: 20G\".",
    otherwise = true)
@SuppressWarnings("MemberName")
record ResourcesSection(
    @Nullable String cpus,
    @Nullable SweepValues memory,
    @Nullable String gpus,
    @Nullable String gpu_type,
    @Nullable String scratch,
    @Nullable List<@Nullable String> features,
    @Nullable String exclusive) {}
