package tender.agent.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tender.agent.Await;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.Sandbox;
import tender.agent.batch.folder.TaskAccounts;
import tender.agent.batch.folder.TaskContainers;
import tender.agent.batch.folder.WorkFolder;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/** A batch system with a part of a bag in its work folder, for the contracts. */
public abstract class BatchSystemFixture {
  /** A command that uses some memory for a few seconds. */
  protected static final String USE_MEMORY =
      "x=$(head -c 40000000 /dev/zero | tr '\\0' x); sleep 3; exit 0";

  protected static final int PROCESSORS = 8;

  private static final AtomicInteger BAGS = new AtomicInteger();

  protected WorkFolder workFolder;
  protected BatchSystem system;
  protected PartFolder part;
  protected String bag;

  /** With {@link #PROCESSORS} processors, all of them free. */
  protected abstract BatchSystem system(WorkFolder workFolder) throws Exception;

  /** A folder that is the same for all tests of a class. */
  protected abstract Path work();

  /** Submits another user's job that sleeps. */
  protected abstract void submitLocal(int width, int seconds, long limitMillis) throws Exception;

  /** Whether the batch system sets this variable for a task, in addition to Slurm's variables. */
  protected boolean isOwnVariable(String variable) {
    return false;
  }

  /** Tasks run in sandboxes, unless a subclass tests that they also run without. */
  protected Optional<Sandbox> sandbox() {
    return Optional.of(new Sandbox(/* network= */ false, List.of(), List.of()));
  }

  /** Tasks run under the agent's account, unless a subclass tests accounts. */
  protected Optional<TaskAccounts> accounts() {
    return Optional.empty();
  }

  /** Tasks run in no container, unless a subclass tests containers. */
  protected Optional<TaskContainers> containers() {
    return Optional.empty();
  }

  /** Called when the part has a folder. */
  protected void onPartCreated() throws Exception {}

  /** Cancels all jobs. */
  protected abstract void clear() throws Exception;

  @BeforeEach
  void prepare() throws Exception {
    workFolder = new WorkFolder(work(), sandbox(), accounts(), containers());
    workFolder.install();
    system = system(workFolder);
    bag = "bag" + BAGS.incrementAndGet();
    workFolder.createBag(new BagId(bag), "ann");
    part = workFolder.partFolder(reservation(bag));
    part.create();
    onPartCreated();
  }

  @AfterEach
  void cleanUp() throws Exception {
    clear();
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
  }

  public static ReservationId reservation(String bag) {
    return new ReservationId(new CallId(new BagId(bag), 1), 0, new ProviderId("here"));
  }

  protected ArrayJob job(
      String name, int size, IntFunction<String> command, int width, int maxRunning)
      throws IOException {
    return job(jobName(name), prepare(name, size, command), size, width, maxRunning);
  }

  /** The name of one of the part's arrays. */
  protected String jobName(String name) {
    String plain = bag + "." + name;
    return part.account().map(account -> account.jobName(plain)).orElse(plain);
  }

  protected static ArrayJob job(String name, Path chunk, int size, int width, int maxRunning) {
    return new ArrayJob(
        name, chunk, size, width, 10 * Time.MINUTE_MILLIS, maxRunning, Optional.empty());
  }

  protected Path prepare(String name, int size, IntFunction<String> command) throws IOException {
    var tasks = new ArrayList<ChunkTask>();
    for (int task = 0; task < size; task++) {
      part.prepare(task, command.apply(task));
      tasks.add(new ChunkTask(task, task, 0));
    }
    return part.writeChunk(name, size, tasks);
  }

  protected Set<Integer> running(ArrayJob job) {
    return system.queue().ownTasks().stream()
        .filter(task -> task.running() && task.jobName().equals(job.name()))
        .map(OwnTask::arrayIndex)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  protected void awaitEnd(ArrayJob job, int index, EndReason reason) throws Exception {
    Await.until(
        "task " + index + " to be " + reason,
        () -> system.queue().endedTasks().contains(new EndedTask(job.name(), index, reason)));
  }

  /** Waits for the exit codes of this many tasks. */
  protected Map<Integer, Integer> codes(int tasks) throws Exception {
    Await.until(tasks + " exit codes", () -> part.taskExits().size() >= tasks);
    var codes = new TreeMap<Integer, Integer>();
    part.taskExits().forEach(exit -> codes.put(exit.taskIndex(), exit.exitCode()));
    return codes;
  }

  protected String stdout(int task) throws IOException {
    return Files.readString(part.controlFolder(task).resolve("stdout"));
  }
}
