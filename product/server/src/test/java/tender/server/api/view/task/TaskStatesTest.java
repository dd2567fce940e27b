package tender.server.api.view.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.TaskSet;

class TaskStatesTest {

  @Test
  void millionTasksMakeFewRuns() {
    TaskStates states =
        new TaskStates(
            TaskSet.ofBounds(0, 500_000, 500_001, 600_000),
            TaskSet.range(500_000, 500_001),
            TaskSet.range(600_000, 900_000),
            TaskSet.empty());
    List<TaskCells.Run> runs = states.runs(0, 1_000_000, 250);
    assertThat(runs)
        .containsExactly(
            new TaskCells.Run(2_000, 250, 0, 0, 0, 0),
            new TaskCells.Run(1, 249, 1, 0, 0, 0),
            new TaskCells.Run(399, 250, 0, 0, 0, 0),
            new TaskCells.Run(1_200, 0, 0, 250, 0, 0),
            new TaskCells.Run(400, 0, 0, 0, 250, 0));
  }

  @Test
  void lastCellMayBeSmaller() {
    TaskStates states =
        new TaskStates(TaskSet.first(10), TaskSet.empty(), TaskSet.empty(), TaskSet.empty());
    assertThat(states.runs(1, 9, 3))
        .containsExactly(new TaskCells.Run(2, 3, 0, 0, 0, 0), new TaskCells.Run(1, 2, 0, 0, 0, 0));
  }

  /** Compared with counting task by task. */
  @Test
  void everyTaskIsCountedOnceForAnyCellSize() {
    for (long seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int tasks = 1 + random.nextInt(200);
      TaskSet[] sets = {TaskSet.empty(), TaskSet.empty(), TaskSet.empty(), TaskSet.empty()};
      for (int task = 0; task < tasks; task++) {
        int which = random.nextInt(5);
        if (which < 4) {
          sets[which] = sets[which].plus(TaskSet.range(task, task + 1));
        }
      }
      int from = random.nextInt(tasks);
      int until = from + 1 + random.nextInt(tasks - from);
      int cellTasks = 1 + random.nextInt(20);
      int at = from;
      for (TaskCells.Run run :
          new TaskStates(sets[0], sets[1], sets[2], sets[3]).runs(from, until, cellTasks)) {
        for (int i = 0; i < run.cells(); i++) {
          TaskSet cell = TaskSet.range(at, Math.min(at + cellTasks, until));
          assertThat(run.succeeded()).as("seed %d", seed).isEqualTo(sets[0].intersect(cell).size());
          assertThat(run.failed()).as("seed %d", seed).isEqualTo(sets[1].intersect(cell).size());
          assertThat(run.placed()).as("seed %d", seed).isEqualTo(sets[2].intersect(cell).size());
          assertThat(run.missingOutput())
              .as("seed %d", seed)
              .isEqualTo(sets[3].intersect(cell).size());
          int ended = run.succeeded() + run.failed() + run.missingOutput();
          assertThat(ended + run.placed() + run.open()).as("seed %d", seed).isEqualTo(cell.size());
          at += cellTasks;
        }
      }
      assertThat(at).as("seed %d", seed).isGreaterThanOrEqualTo(until);
    }
  }
}
