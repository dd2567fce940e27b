package tender.cli.slurm.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tender.cli.client.ConnectionSettings;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import tender.cli.client.TaskClient;
import tender.cli.client.response.BagResponse;

/** The user's bags as jobs. */
public final class JobList {
  private static final int PAGE = 100;

  /** Older bags can be named by their ids. */
  private static final int MAX_BAGS = 1_000;

  private final MarketClient client;
  private final TaskClient tasks;
  private final JobRecords records;

  private JobList(MarketClient client, TaskClient tasks, Map<String, String> environment) {
    this.client = client;
    this.tasks = tasks;
    records = new JobRecords(client, environment);
  }

  /** The jobs of the user who runs a command. */
  public static JobList of(ServerOption server) {
    ConnectionSettings connection = server.connection();
    return new JobList(
        MarketClient.of(connection, server::warn),
        TaskClient.of(connection, server::warn),
        System.getenv());
  }

  public MarketClient client() {
    return client;
  }

  TaskClient tasks() {
    return tasks;
  }

  /** The latest jobs that meet a condition, the oldest first, as squeue prints them. */
  public List<Job> find(Predicate<BagResponse> condition) {
    return bags().stream()
        .filter(condition)
        .map(bag -> new Job(bag, records.of(bag.id())))
        .toList()
        .reversed();
  }

  /**
   * A job by its number, or by the bag's id.
   *
   * @throws IllegalArgumentException if there is none, or several bags have the number
   */
  public Job get(JobSelector selector) {
    if (!JobSelector.isNumber(selector.job())) {
      BagResponse bag = client.bag(selector.job());
      return new Job(bag, records.of(bag.id()));
    }
    List<Job> found =
        bags().stream()
            .map(bag -> new Job(bag, records.of(bag.id())))
            .filter(selector::selects)
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "None of your last %d bags is job %s. List them with: tender sacct"
              .formatted(MAX_BAGS, selector));
    }
    // A retry has the number of the job that it repeats.
    return found.getFirst();
  }

  /** A job by its number, or by the bag's id. */
  public Job get(String job) {
    return get(new JobSelector(job, Optional.empty()));
  }

  private List<BagResponse> bags() {
    List<BagResponse> bags = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      BagResponse.Page page = tasks.bags(PAGE, cursor);
      bags.addAll(page.bags());
      cursor = Optional.ofNullable(page.next());
    } while (cursor.isPresent() && bags.size() < MAX_BAGS);
    return bags;
  }
}
