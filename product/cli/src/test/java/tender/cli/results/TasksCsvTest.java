package tender.cli.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.Parameter;
import tender.bagfile.TaskList;
import tender.bagfile.TaskSets;
import tender.bagfile.results.TaskRecord;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.ResultPacksResponse;
import tender.core.model.TaskSet;
import tools.jackson.databind.json.JsonMapper;

class TasksCsvTest {
  private static final TaskList TASKS =
      new TaskList.Zip(
          List.of(
              new Parameter("sample", List.of("a, b", "c", "d")),
              new Parameter("bag", List.of("1", "2", "3"))));
  private static final String HEADER =
      "task,sample,bag_parameter,state,exit_code,attempts,started,ended,peak_memory_bytes,provider,received,bag\n";
  private static final TaskSet ALL = TaskSet.first(3);

  @TempDir private Path folder;

  @Test
  void hasRowForEachTask() throws IOException {
    TasksCsv csv = new TasksCsv(bag("b1", false), TASKS);
    csv.add(pack("hpc-1", 0, "0"), IntUnaryOperator.identity());
    csv.add(pack("hpc-2", 137, "2"), IntUnaryOperator.identity());
    writeRecords();
    csv.write(folder, ALL, TaskSet.empty());
    assertContent(
        """
        0,"a, b",1,succeeded,0,2,2029-12-31T23:00:00Z,2029-12-31T23:00:09Z,52428800,hpc-1,2030-01-01T00:00:00Z,b1
        1,c,2,pending,,,,,,,,b1
        2,d,3,failed,137,,,,,hpc-2,2030-01-01T00:00:00Z,b1
        """);
    new TasksCsv(bag("b1", true), TASKS).write(folder, ALL, TaskSet.empty());
    assertThat(Files.readString(folder.resolve(TasksCsv.NAME))).contains("1,c,2,not-done,");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(3);
    }
  }

  /** A good record, and one that is malformed. */
  private void writeRecords() throws IOException {
    TaskRecord.Run run =
        new TaskRecord.Run(
            2,
            Instant.parse("2029-12-31T23:00:00Z"),
            Instant.parse("2029-12-31T23:00:09Z"),
            OptionalLong.of(50 << 20),
            0);
    Files.createDirectories(folder.resolve("0"));
    Files.write(
        folder.resolve("0/task.json"), new TaskRecord(Optional.of(run), 0, List.of()).toJson());
    Files.createDirectories(folder.resolve("2"));
    Files.writeString(folder.resolve("2/task.json"), "{");
  }

  @Test
  void rowsOfRetryReplaceThoseOfTheBag() throws IOException {
    TasksCsv first = new TasksCsv(bag("b1", true), TASKS);
    first.add(pack("hpc-1", 1, "0-2"), IntUnaryOperator.identity());
    first.write(folder, ALL, TaskSet.empty());
    TasksCsv retry = new TasksCsv(bag("b2", false), TASKS);
    retry.add(pack("hpc-2", 0, "0"), task -> task + 1);
    retry.write(folder, TaskSets.parse("1-2"), TaskSet.empty());
    String merged =
        """
        0,"a, b",1,failed,1,,,,,hpc-1,2030-01-01T00:00:00Z,b1
        1,c,2,succeeded,0,,,,,hpc-2,2030-01-01T00:00:00Z,b2
        2,d,3,failed,1,,,,,hpc-1,2030-01-01T00:00:00Z,b1
        """;
    assertContent(merged);
    first.write(folder, ALL, TaskSets.parse("1"));
    assertContent(merged);
  }

  @Test
  void rowsWithoutPeakMemoryAreKept() throws IOException {
    Files.writeString(
        folder.resolve(TasksCsv.NAME),
        HEADER.replace("peak_memory_bytes,", "") + "0,a,1,failed,1,,,,hpc-1,2030,b1\n");
    TasksCsv retry = new TasksCsv(bag("b2", false), TASKS);
    retry.write(folder, TaskSets.parse("1"), TaskSet.empty());
    assertContent("0,a,1,failed,1,,,,,hpc-1,2030,b1\n1,c,2,pending,,,,,,,,b2\n");
  }

  @Test
  void otherFilesAreNotReplaced() throws IOException {
    for (String text : List.of("mine", HEADER + "x", "\"", "task,state\n1,2\n")) {
      Files.writeString(folder.resolve(TasksCsv.NAME), text);
      assertThatExceptionOfType(FileAlreadyExistsException.class)
          .isThrownBy(
              () -> new TasksCsv(bag("b1", true), TASKS).write(folder, ALL, TaskSet.empty()))
          .withMessageContaining("Move it, or give another folder");
      assertThat(folder.resolve(TasksCsv.NAME)).hasContent(text);
    }
  }

  private void assertContent(String rows) throws IOException {
    assertThat(Files.readString(folder.resolve(TasksCsv.NAME)))
        .isEqualTo((HEADER + rows).replace("\n", "\r\n"));
  }

  private static ResultPacksResponse.Pack pack(String provider, int exitCode, String tasks) {
    return new ResultPacksResponse.Pack(
        "0",
        tasks,
        1,
        provider,
        Instant.parse("2030-01-01T00:00:00Z"),
        List.of(new ResultPacksResponse.Outcome(exitCode, tasks, false)));
  }

  private static BagResponse bag(String id, boolean ended) {
    String end = ended ? "\"2030-01-01T00:00:00Z\"" : "null";
    return new JsonMapper()
        .readValue(
            "{\"id\": \"%s\", \"tasks\": 3, \"ended\": %s}".formatted(id, end), BagResponse.class);
  }
}
