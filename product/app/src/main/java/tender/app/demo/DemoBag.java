package tender.app.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.server.api.view.BagView;
import tender.server.api.view.PromiseView;
import tender.server.api.view.task.PackView;

/** The demonstration's bag, submitted and watched by the same commands that a user types. */
final class DemoBag {
  private final DemoMarket market;
  private final Path folder;
  private final PrintWriter out;
  private BagId id = new BagId("none");

  DemoBag(DemoMarket market, Path folder, PrintWriter out) {
    this.market = market;
    this.folder = folder;
    this.out = out;
  }

  BagId id() {
    return id;
  }

  /** Submits the bag and watches it to its end; returns the exit code. */
  int run(int tasks, String deadline) throws IOException, InterruptedException {
    Path file = folder.resolve("demo.yaml");
    Files.writeString(
        file,
        """
        version: 1
        name: demo
        command: sleep $((1 + TENDER_TASK_ID %% 3)) && echo "task $TENDER_TASK_ID ran on $SLURM_CLUSTER_NAME"
        tasks: %d
        runtime: 4s
        deadline: +%s
        """
            .formatted(tasks, deadline));
    int submitted = tender("submit", file.toString(), "--yes", "--accept-later");
    if (submitted != 0) {
      return submitted;
    }
    id = market.bagApi().list(DemoMarket.USER, Optional.empty(), 1).bags().getFirst().id();
    tender("explain", id.value());
    tender("watch", id.value());
    return view().done() == tasks && duplicateResults() == 0 ? 0 : 1;
  }

  /** Runs the {@code tender} program, as a user does. */
  private int tender(String... arguments) throws IOException, InterruptedException {
    out.println("$ tender " + String.join(" ", arguments));
    out.flush();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "tender.app.Main"));
    command.addAll(List.of(arguments));
    ProcessBuilder process = new ProcessBuilder(command).inheritIO();
    process.environment().put("TENDER_SERVER", market.url());
    process.environment().put("TENDER_TOKEN", market.token());
    return process.start().waitFor();
  }

  private BagView view() {
    return market.bagApi().status(DemoMarket.USER, id);
  }

  private int duplicateResults() {
    int results = 0;
    TaskSet tasks = TaskSet.empty();
    for (PackView pack : market.bagApi().results(DemoMarket.USER, id, Optional.empty()).packs()) {
      results += pack.tasks().size();
      tasks = tasks.plus(pack.tasks());
    }
    return results - tasks.size();
  }

  /** The outcome of the bag, in one line. */
  String summaryLine() {
    BagView view = view();
    return "%d done, %d lost, %d twice, promised %s, finished %s"
        .formatted(
            view.done(),
            view.tasks() - view.done(),
            duplicateResults(),
            view.promise().map(PromiseView::completionMillis).map(DemoBag::time).orElse("nothing"),
            view.endedMillis().isPresent() ? time(view.endedMillis().getAsLong()) : "not yet");
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
