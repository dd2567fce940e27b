package tender.cli.inspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tender.cli.client.response.StatsResponse;
import tender.cli.output.MemoryFormat;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.cli.output.TimeFormat;

/** Prints what the tasks of a bag requested and used, and warnings about the request. */
public final class StatsReport {
  private static final String NONE = "–";

  private StatsReport() {}

  private record Line(
      String resource, String requested, String max, String p95, String median, String tasks) {
    static Line unmeasured(String resource, String requested) {
      return new Line(resource, requested, NONE, NONE, NONE, NONE);
    }
  }

  static void print(TextPage page, StatsResponse stats) {
    page.line("%d of %d tasks have a result.".formatted(stats.endedTasks(), stats.tasks()));
    StatsResponse.Requested requested = stats.requested();
    page.section(
        "Per task",
        new Table<Line>()
            .text("RESOURCE", Line::resource)
            .text("REQUESTED", Line::requested)
            .number("USED, MAX", Line::max)
            .number("95 %", Line::p95)
            .number("MEDIAN", Line::median)
            .number("MEASURED TASKS", Line::tasks),
        List.of(
            Line.unmeasured("processors", Integer.toString(requested.processors())),
            memory(stats),
            runtime(stats)));
    page.line("");
    page.line("Attempts that exceeded their memory: " + stats.outOfMemory());
    warnings(stats).forEach(page::line);
  }

  private static Line memory(StatsResponse stats) {
    List<Integer> mib = stats.requested().memoryMib();
    String requested =
        mib.isEmpty()
            ? NONE
            : mib.stream()
                .map(amount -> MemoryFormat.bytes((long) amount << 20))
                .collect(Collectors.joining(", then "));
    StatsResponse.Memory used = stats.memory();
    return used == null
        ? Line.unmeasured("memory", requested)
        : new Line(
            "memory",
            requested,
            MemoryFormat.bytes(used.maxBytes()),
            MemoryFormat.bytes(used.p95Bytes()),
            MemoryFormat.bytes(used.medianBytes()),
            Integer.toString(used.tasks()));
  }

  private static Line runtime(StatsResponse stats) {
    String requested = duration(stats.requested().runtimeSeconds());
    StatsResponse.RunTimes used = stats.runtime();
    return used == null
        ? Line.unmeasured("run time", requested)
        : new Line(
            "run time",
            requested,
            duration(used.maxSeconds()),
            duration(used.p95Seconds()),
            duration(used.medianSeconds()),
            Integer.toString(used.tasks()));
  }

  /** A sentence for each request that is far above what such tasks used. */
  public static List<String> warnings(StatsResponse stats) {
    List<String> sentences = new ArrayList<>();
    StatsResponse.ExcessMemory memory = stats.warnings().memory();
    if (memory != null) {
      sentences.add(
          "Warning: asked %s memory, the last %d tasks with this command used at most %s."
              .formatted(
                  MemoryFormat.bytes(memory.requestedBytes()),
                  memory.tasks(),
                  MemoryFormat.bytes(memory.maxBytes())));
    }
    StatsResponse.ExcessRuntime runtime = stats.warnings().runtime();
    if (runtime != null) {
      sentences.add(
          "Warning: estimated %s run time, the last %d tasks with this command ran at most %s."
              .formatted(
                  duration(runtime.requestedSeconds()),
                  runtime.tasks(),
                  duration(runtime.maxSeconds())));
    }
    return sentences;
  }

  private static String duration(double seconds) {
    return TimeFormat.duration(Duration.ofMillis((long) Math.ceil(seconds) * 1_000));
  }
}
