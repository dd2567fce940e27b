package tender.bagfile.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskResources;
import tender.support.text.InputChecks;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the provider recorded about an ended task, as {@code TASK/task.json} in a {@link
 * ResultPack}.
 *
 * @param run empty if no attempt ended with an exit code, for example because the job was lost
 * @param missingOutputs how many lines {@code out-refused} has
 * @param kept the missing outputs that the provider keeps for some days
 */
public record TaskRecord(Optional<Run> run, int missingOutputs, List<KeptFile> kept) {
  /** Enough for the largest number of kept files with the longest paths. */
  private static final int MAX_BYTES = 4 << 20;

  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** Prepared once: there is a record for each task. */
  private static final ObjectReader READER = MAPPER.readerFor(Json.class);

  private static final ObjectWriter WRITER = MAPPER.writerFor(Json.class);

  /**
   * The last attempt.
   *
   * @param attempts how many attempts the provider made, with this one
   * @param peakMemoryBytes the most memory that this attempt used; empty if it was not measured
   * @param outOfMemory how many of the attempts exceeded their memory
   */
  public record Run(
      int attempts, Instant started, Instant ended, OptionalLong peakMemoryBytes, int outOfMemory) {
    /** As much as a task can request. */
    public static final long MAX_PEAK_MEMORY_BYTES = (long) TaskResources.MAX_MIB << 20;

    private static final int MAX_ATTEMPTS = 1_000_000;

    public Run {
      long bytes = peakMemoryBytes.orElse(1);
      if (bytes < 1 || bytes > MAX_PEAK_MEMORY_BYTES) {
        throw new IllegalArgumentException(
            "A task's peak memory is %d bytes, and must be from 1 to %d."
                .formatted(bytes, MAX_PEAK_MEMORY_BYTES));
      }
      InputChecks.between(outOfMemory, 0, MAX_ATTEMPTS, "The attempts that exceeded their memory");
    }

    /** A run whose memory was not measured, after none that exceeded its memory. */
    public Run(int attempts, Instant started, Instant ended) {
      this(attempts, started, ended, OptionalLong.empty(), 0);
    }
  }

  /** A file by its path in the task's folder. */
  public record KeptFile(RelativePath path, long bytes) {}

  public TaskRecord {
    kept = List.copyOf(kept);
  }

  /** The JSON form; absent fields mean none or 0. */
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  private record Json(
      int attempts,
      @Nullable Instant started,
      @Nullable Instant ended,
      long peakMemoryBytes,
      int outOfMemory,
      int missingOutputs,
      @Nullable List<KeptJson> kept) {}

  private record KeptJson(@Nullable String path, long bytes) {}

  /** The JSON form. */
  public byte[] toJson() {
    return WRITER.writeValueAsBytes(
        new Json(
            run.map(Run::attempts).orElse(0),
            run.map(Run::started).orElse(null),
            run.map(Run::ended).orElse(null),
            run.map(Run::peakMemoryBytes).orElse(OptionalLong.empty()).orElse(0),
            run.map(Run::outOfMemory).orElse(0),
            missingOutputs,
            kept.isEmpty()
                ? null
                : kept.stream()
                    .map(file -> new KeptJson(file.path().value(), file.bytes()))
                    .toList()));
  }

  /**
   * Reads the JSON form, which may come from a hostile provider.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  public static TaskRecord read(InputStream json) throws IOException {
    try {
      @Nullable Json read = READER.readValue(json.readNBytes(MAX_BYTES));
      if (read == null) {
        throw new IllegalArgumentException("The record of a task is null.");
      }
      Optional<Run> run =
          read.started() == null || read.ended() == null
              ? Optional.empty()
              : Optional.of(
                  new Run(
                      read.attempts(),
                      read.started(),
                      read.ended(),
                      read.peakMemoryBytes() == 0
                          ? OptionalLong.empty()
                          : OptionalLong.of(read.peakMemoryBytes()),
                      read.outOfMemory()));
      List<KeptJson> kept = read.kept() == null ? List.of() : read.kept();
      return new TaskRecord(
          run, read.missingOutputs(), kept.stream().map(TaskRecord::keptFile).toList());
    } catch (JacksonException e) {
      throw new IllegalArgumentException("The record of a task is malformed.", e);
    }
  }

  /** The list may contain null, which Jackson does not reject. */
  private static KeptFile keptFile(@Nullable KeptJson file) {
    if (file == null || file.path() == null) {
      throw new IllegalArgumentException("A kept file in the record of a task has no path.");
    }
    return new KeptFile(new RelativePath(file.path()), file.bytes());
  }
}
