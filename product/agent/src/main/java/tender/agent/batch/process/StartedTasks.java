package tender.agent.batch.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.folder.ChunkFile;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.folder.TaskExit;

/**
 * Which tasks, or pilots, of an array an earlier program has started, by their files.
 *
 * @param ended the indexes of those that have ended
 * @param claims the claims of the others, by index
 */
record StartedTasks(NavigableSet<Integer> ended, Map<Integer, Path> claims) {

  static StartedTasks read(ArrayJob job) throws IOException {
    var started = new StartedTasks(new TreeSet<>(), new TreeMap<>());
    if (PilotArray.read(job.folder()).isPresent()) {
      started.addPilots(job);
    } else {
      started.addTasks(job);
    }
    return started;
  }

  private void addPilots(ArrayJob job) {
    for (int index = 0; index < job.size(); index++) {
      Path claim = job.folder().resolve("pilot." + index);
      if (Files.exists(job.folder().resolve("over." + index))) {
        ended.add(index);
      } else if (Files.exists(claim)) {
        claims.put(index, claim);
      }
    }
  }

  private void addTasks(ArrayJob job) throws IOException {
    PartFolder part = PartFolder.ofChunk(job.folder());
    var exited = new HashSet<List<Integer>>();
    for (TaskExit exit : part.taskExits()) {
      exited.add(List.of(exit.taskIndex(), exit.attempt()));
    }
    List<ChunkTask> tasks = ChunkFile.read(job.folder());
    for (int index = 0; index < job.size(); index++) {
      ChunkTask task = tasks.get(index);
      if (exited.contains(List.of(task.taskIndex(), task.attempt()))) {
        ended.add(index);
      } else if (part.isClaimed(task.taskIndex(), task.attempt())) {
        claims.put(index, part.claimFile(task.taskIndex(), task.attempt()));
      }
    }
  }
}
