package tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OfferTest {
  private static final String EXAMPLE = CommandRun.example("offer.yaml").toString();

  @Test
  void printsOffersAsJson() {
    CommandRun run = CommandRun.of("offer", EXAMPLE, "-o", "json");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.json())
        .isEqualTo(
            CommandRun.json(
                """
                {"provider": "p1", "deadline": 5000,
                 "offers": [
                   {"provider": "p1", "tasks": 50, "by": 5000},
                   {"provider": "p1", "tasks": 100, "by": 6000}],
                 "sizes": [
                   {"tasks": 10, "by": 5000, "outcome": "larger-by-the-same-time"},
                   {"tasks": 25, "by": 5000, "outcome": "larger-by-the-same-time"},
                   {"tasks": 50, "by": 5000, "outcome": "offered"},
                   {"tasks": 75, "by": 6000, "outcome": "larger-by-the-same-time"},
                   {"tasks": 100, "by": 6000, "outcome": "offered"}]}
                """));
  }

  @Test
  void printsOffersAndPlanAsText() {
    CommandRun run = CommandRun.of("offer", EXAMPLE);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .isEqualToIgnoringNewLines(
            """
            p1 offers 50 of 100 tasks by the deadline of 5000 s, and all of them by 6000 s.

            Offers, the only data that is sent; at most one of them can be used
              TASKS    OF BAG   DONE BY
                 50    50.0 %    5000 s
                100   100.0 %    6000 s

            Private to the owner, not sent: the sizes considered
              TASKS   EARLIEST PROMISE   OUTCOME
                 10             5000 s   not offered: more tasks can be promised by the same time
                 25             5000 s   not offered: more tasks can be promised by the same time
                 50             5000 s   offered
                 75             6000 s   not offered: more tasks can be promised by the same time
                100             6000 s   offered

            Private to the owner, not sent: the plan of its own queue, most urgent first
              JOB   PROCESSORS     START       END   DEADLINE    SLACK
              j2             4       0 s    3000 s     4500 s   1500 s
              j1            32    3600 s   10800 s    20000 s   9200 s
              j3           128   10800 s   12600 s       none        -
            """);
  }

  @Test
  void offersTheWholeBagByTheDeadline() {
    assertThat(summary("{tasks: 8, estimate: 10, deadline: 20}"))
        .isEqualTo("cluster offers to do the whole bag by the deadline of 20 s.");
  }

  @Test
  void offersLaterTimeIfDeadlineCannotBeMet() {
    assertThat(summary("{tasks: 8, estimate: 10, deadline: 5}"))
        .isEqualTo(
            "cluster offers nothing by the deadline of 5 s, "
                + "but 4 of 8 tasks by 10 s and all of them by 20 s.");
    assertThat(summary("{tasks: 1, estimate: 10, deadline: 5}"))
        .isEqualTo("cluster offers nothing by the deadline of 5 s, but the whole bag by 10 s.");
  }

  @Test
  void offersNothingIfTaskIsTooWide() {
    assertThat(summary("{tasks: 8, width: 5, estimate: 10, deadline: 5}"))
        .isEqualTo(
            "cluster offers nothing: " + "a task needs 5 processors, and the cluster has 4.");
  }

  @Test
  void offersNothingIfNoJobEnds() {
    String file =
        """
        cluster: {processors: 4}
        running: [{id: r, processors: 4}]
        waiting: [{id: w, processors: 1, duration: 5, deadline: 9}]
        bag: {tasks: 8, estimate: 10, deadline: 5}
        """;
    assertThat(CommandRun.on(file, "offer").out())
        .startsWith("cluster offers nothing: too few processors become free within")
        .containsPattern("w +1 +never +never +9 s +late");
    JsonNode answer = CommandRun.on(file, "offer", "-o", "json").json();
    assertThat(answer.get("offers").isEmpty()).isTrue();
    assertThat(answer.at("/sizes/0/by").isNull()).isTrue();
    assertThat(answer.at("/sizes/0/outcome").asString()).isEqualTo("never-enough-free");
  }

  @Test
  void tasksTakeLongerOnSlowerCluster() {
    String file =
        "{cluster: {processors: 1, speed: 0.5}, bag: {tasks: 1, estimate: 10, deadline: 1}}";
    assertThat(CommandRun.on(file, "offer").out()).contains("the whole bag by 20 s");
  }

  @Test
  void showsJobsWithManyTasksAndLateJobs() {
    String file =
        """
        cluster: {processors: 4}
        now: 100
        waiting:
          - {id: many, processors: 2, tasks: 4, duration: 10, deadline: 119.5}
          - {id: one, processors: 4, duration: 10, submitted: 50}
        bag: {tasks: 1, estimate: 1, deadline: 200}
        """;
    assertThat(CommandRun.on(file, "offer").out())
        .containsPattern("many +4 x 2 +100 s +120 s +119.5 s +0.5 s late")
        .containsPattern("one +4 +120 s +130 s +none +-");
  }

  @Test
  void truncatesLongQueue() {
    String waiting =
        IntStream.range(0, 50)
            .mapToObj(i -> "- {id: w%d, processors: 1, duration: 1, deadline: 99}".formatted(i))
            .collect(Collectors.joining("\n"));
    String file =
        "cluster: {processors: 1}\nbag: {tasks: 1, estimate: 1, deadline: 9}\nwaiting:\n" + waiting;
    assertThat(CommandRun.on(file, "offer").out())
        .contains("(the first 20 of 50)", "w19")
        .doesNotContain("w20");
  }

  @Test
  void showsEmptyQueue() {
    String file = "{cluster: {processors: 1}, bag: {tasks: 1, estimate: 1, deadline: 9}}";
    assertThat(CommandRun.on(file, "offer").out()).contains("the cluster's own queue is empty");
  }

  private static String summary(String bag) {
    String file = "{cluster: {processors: 4}, bag: " + bag + "}";
    return CommandRun.on(file, "offer").out().lines().findFirst().orElseThrow();
  }
}
