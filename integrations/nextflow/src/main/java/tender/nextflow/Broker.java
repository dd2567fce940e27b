package tender.nextflow;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes bags of the tasks that Nextflow submits, and follows them, in a thread of its own. */
final class Broker {
  private static final Logger LOG = LoggerFactory.getLogger(Broker.class);
  private static final long LOOP_MILLIS = 200;
  private static final long POLL_MILLIS = 1_000;
  private static final long AGAIN_MILLIS = 5_000;
  private static final long LAST_RESULTS_MILLIS = 15_000;
  private static final long CLOSE_MILLIS = 60_000;
  private static final int PAGE = 100;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int MEMORY_EXCEEDED = 256;
  private static final int STOPPED_AT_LIMIT = 124;
  private static final int KILLED = 137;
  private static final int TERMINATED = 143;
  private static final Set<String> NO_PROMISE = Set.of("no-promise", "unmatched", "declined");

  private final Market market;
  private final Settings settings;
  private final BrokerFolder folder;
  private final Collector collector;
  private final List<Bag> bags = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "tender-broker");
  private volatile boolean closing;
  private boolean unavailable;

  Broker(Market market, Settings settings, BrokerFolder folder) {
    this.market = market;
    this.settings = settings;
    this.folder = folder;
    this.collector = new Collector(settings.collectMillis(), settings.waitMillis());
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void submit(SubmittedTask task) {
    collector.add(task, System.currentTimeMillis());
  }

  /** Cancels the bags whose tasks have not all ended, and waits until that is done. */
  void close() {
    closing = true;
    try {
      thread.join(CLOSE_MILLIS + POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      cancelAbandoned();
      long pollAt = 0;
      while (!closing) {
        long now = System.currentTimeMillis();
        long running = bags.stream().mapToLong(Bag::running).sum();
        List<List<SubmittedTask>> due = collector.take(now, running);
        due.forEach(tasks -> makeBag(tasks, now));
        if (!due.isEmpty() || now >= pollAt) {
          exchange(false);
          pollAt = System.currentTimeMillis() + POLL_MILLIS;
        }
        Thread.sleep(LOOP_MILLIS);
      }
      end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void makeBag(List<SubmittedTask> tasks, long now) {
    try {
      bags.add(new Bag(bodyOf(tasks), tasks, now, now));
    } catch (RuntimeException e) {
      // Such as a deadline that is no duration: another attempt would fail as well.
      tasks.forEach(
          task -> task.fail(TERMINATED, "The task cannot be in a bag: " + e.getMessage()));
    }
  }

  private void end() throws InterruptedException {
    long begin = System.currentTimeMillis();
    while (System.currentTimeMillis() < begin + CLOSE_MILLIS) {
      boolean late = System.currentTimeMillis() > begin + LAST_RESULTS_MILLIS;
      for (Bag bag : bags) {
        boolean complete = bag.running() == 0 && !bag.isCancelled();
        if (!bag.ended && (!complete || late)) {
          cancel(bag);
        }
      }
      exchange(true);
      if (bags.stream().allMatch(bag -> bag.ended)) {
        return;
      }
      Thread.sleep(LOOP_MILLIS);
    }
    LOG.warn(
        "Bags could not be cancelled: {}; cancel them with: tender cancel BAG",
        bags.stream().filter(bag -> !bag.ended).map(bag -> bag.id).toList());
  }

  /** Submits what is not submitted, and reads what has changed. */
  private void exchange(boolean ending) throws InterruptedException {
    try {
      for (Bag bag : List.copyOf(bags)) {
        if (bag.id.isEmpty() && !bag.ended && System.currentTimeMillis() >= bag.notBeforeMillis) {
          submit(bag);
        }
        if (!bag.ended && bag.isCancelled() && !ending) {
          cancel(bag);
        }
      }
      follow();
      unavailable = false;
    } catch (IOException | RuntimeException e) {
      // Also an answer that is not understood: without this thread the pipeline would never end.
      if (!unavailable) {
        LOG.warn("{}; retrying", e.getMessage());
      }
      unavailable = true;
    }
  }

  private void submit(Bag bag) throws IOException, InterruptedException {
    try {
      folder.write(bag);
      bag.id = (String) market.post("/v1/bags", bag.body, bag.key).get("id");
      LOG.info(
          "Submitted bag {}: {} tasks of process {}",
          bag.id,
          bag.tasks.size(),
          bag.tasks.get(0).request().process());
    } catch (Market.RefusedException e) {
      fail(bag, "The market refused the bag: " + e.getMessage());
    }
  }

  /** Reads the state of all bags by one request, and details only of tasks that failed. */
  @SuppressWarnings("unchecked")
  private void follow() throws IOException, InterruptedException {
    List<Bag> open = bags.stream().filter(bag -> !bag.ended && !bag.id.isEmpty()).toList();
    if (open.isEmpty()) {
      return;
    }
    try {
      Map<String, Map<String, Object>> answers = new HashMap<>();
      for (Object one : (List<Object>) market.get("/v1/bags?limit=" + PAGE).get("bags")) {
        Map<String, Object> answer = (Map<String, Object>) one;
        answers.put((String) answer.get("id"), answer);
      }
      for (Bag bag : open) {
        Map<String, Object> answer = answers.get(bag.id);
        if (answer == null) {
          answer = find(bag);
        }
        if (answer == null) {
          fail(bag, "The market does not have bag " + bag.id + " any more.");
        } else {
          update(bag, answer);
        }
      }
    } catch (Market.RefusedException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Null if the market has deleted it. */
  private Map<String, Object> find(Bag bag)
      throws IOException, InterruptedException, Market.RefusedException {
    try {
      return market.get("/v1/bags/" + bag.id);
    } catch (Market.RefusedException e) {
      if (e.status() == NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  @SuppressWarnings("unchecked")
  private void update(Bag bag, Map<String, Object> answer)
      throws IOException, InterruptedException, Market.RefusedException {
    long version = ((Number) answer.get("version")).longValue();
    if (version == bag.version) {
      return;
    }
    String state = (String) answer.get("state");
    boolean ended = answer.get("ended") != null;
    if (state.equals("quoted") && answer.get("quote") != null) {
      accept(bag, (Map<String, Object>) answer.get("quote"));
    } else if (NO_PROMISE.contains(state)) {
      tryAgain(bag);
    } else {
      int failed = 0;
      for (Object group : (List<Object>) answer.get("failed")) {
        failed += ((Number) ((Map<String, Object>) group).get("count")).intValue();
      }
      if (failed > bag.failedTasks || ended) {
        readFailed(bag, ended ? state : "");
        bag.failedTasks = failed;
      }
      if (ended) {
        end(bag);
      }
    }
    bag.version = version;
  }

  private void accept(Bag bag, Map<String, Object> quote)
      throws IOException, InterruptedException, Market.RefusedException {
    try {
      Map<String, Object> accepted = Map.of("by", quote.get("by"), "price", quote.get("price"));
      market.post("/v1/bags/" + bag.id + "/accept", accepted, "");
    } catch (Market.RefusedException e) {
      if (e.status() != CONFLICT) {
        throw e;
      }
      // The quote has changed; the next answer has the present one.
    }
  }

  /** Submits the tasks again as another bag, until the time for that is over. */
  private void tryAgain(Bag bag) throws IOException {
    long now = System.currentTimeMillis();
    if (now - bag.firstSubmittedMillis > settings.promiseMillis() || closing) {
      fail(bag, "No provider made an offer. See: tender explain " + bag.id);
      return;
    }
    LOG.warn("Bag {} got no promise; trying again. The reasons: tender explain {}", bag.id, bag.id);
    end(bag);
    bags.add(new Bag(bag.body, bag.tasks, bag.firstSubmittedMillis, now + AGAIN_MILLIS));
  }

  /** Finds the tasks that failed without an exit code of their own, or that did not run. */
  @SuppressWarnings("unchecked")
  private void readFailed(Bag bag, String endState)
      throws IOException, InterruptedException, Market.RefusedException {
    String path = "/v1/bags/" + bag.id + "/tasks";
    Map<String, Object> cells = market.get(path + "?cells=20000");
    int index = 0;
    for (Object one : (List<Object>) cells.get("runs")) {
      List<Number> run = (List<Number>) one;
      for (int count = run.get(0).intValue(); count > 0; count--, index++) {
        SubmittedTask task = bag.tasks.get(index);
        if (run.get(2).intValue() > 0 && !task.hasEnded()) {
          Object exitCode = market.get(path + "/" + index).get("exitCode");
          task.fail(exitCode(exitCode), reason(exitCode, bag.id, index));
        } else if (run.get(1).intValue() == 0 && !endState.isEmpty()) {
          task.fail(TERMINATED, "Bag " + bag.id + " is " + endState + ".");
        }
      }
    }
  }

  /** In terms of signals, by which pipelines decide about retries. */
  private static int exitCode(Object marketCode) {
    int code = marketCode instanceof Number number ? number.intValue() : KILLED;
    return switch (code) {
      case MEMORY_EXCEEDED -> KILLED;
      case STOPPED_AT_LIMIT -> TERMINATED;
      default -> code;
    };
  }

  private static String reason(Object marketCode, String bag, int task) {
    int code = marketCode instanceof Number number ? number.intValue() : KILLED;
    String what =
        switch (code) {
          case MEMORY_EXCEEDED -> "The task exceeded its memory.";
          case STOPPED_AT_LIMIT -> "The task ran for more than twice its time.";
          default -> "The task ended with exit code " + code + ".";
        };
    return what + " See: tender logs " + bag + " " + task;
  }

  private void fail(Bag bag, String reason) throws IOException {
    bag.tasks.forEach(task -> task.fail(TERMINATED, reason));
    end(bag);
  }

  private void end(Bag bag) throws IOException {
    bag.ended = true;
    folder.remove(bag.key);
  }

  private void cancel(Bag bag) {
    if (bag.id.isEmpty() || bag.cancelled) {
      // Without an id it may have been submitted: exchange repeats that with the same key.
      return;
    }
    try {
      market.post("/v1/bags/" + bag.id + "/cancel", Map.of(), "");
      bag.cancelled = true;
      LOG.info("Cancelled bag {}", bag.id);
    } catch (Market.RefusedException e) {
      bag.cancelled = true;
    } catch (IOException e) {
      LOG.warn("Bag {} could not be cancelled: {}; retrying", bag.id, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Cancels the bags of a run that was killed. Their tasks run again in other folders. */
  @SuppressWarnings("unchecked")
  private void cancelAbandoned() throws InterruptedException {
    try {
      for (Map<String, Object> record : folder.abandoned()) {
        String key = (String) record.get("key");
        try {
          Map<String, Object> body = (Map<String, Object>) record.get("body");
          Object id = market.post("/v1/bags", body, key).get("id");
          market.post("/v1/bags/" + id + "/cancel", Map.of(), "");
          LOG.info("Cancelled bag {} of an earlier run", id);
        } catch (Market.RefusedException e) {
          LOG.info("A bag of an earlier run need not be cancelled: {}", e.getMessage());
        }
        folder.remove(key);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("Bags of an earlier run could not be cancelled: {}", e.getMessage());
    }
  }

  private Map<String, Object> bodyOf(List<SubmittedTask> tasks) {
    Request request = tasks.get(0).request();
    String script = folder.script().toString().replace("{", "{{").replace("}", "}}");
    List<String> folders = tasks.stream().map(task -> task.folder().toString()).toList();
    Map<String, Object> work = new HashMap<>();
    work.put("version", 1);
    work.put("name", request.process().substring(0, Math.min(PAGE, request.process().length())));
    work.put("command", "/bin/sh '" + script.replace("'", "'\\''") + "' {folder}");
    work.put(
        "taskList",
        Map.of("kind", "zip", "parameters", List.of(Map.of("name", "folder", "values", folders))));
    work.put("inputs", List.of());
    work.put("outputs", List.of());
    work.put("width", request.processors());
    work.put("runtimeMillis", request.runtimeMillis());
    work.put("retries", 0);
    if (!request.resources().isEmpty()) {
      work.put("resources", request.resources());
    }
    if (!settings.dataset().isEmpty()) {
      work.put("siteInputs", List.of("site:" + settings.dataset()));
    }
    Map<String, Object> body = new HashMap<>(Map.of("work", work));
    if (!settings.deadline().isEmpty()) {
      long millis = nextflow.util.Duration.of(settings.deadline()).toMillis();
      body.put("deadline", Instant.now().plus(Duration.ofMillis(millis)).toString());
    }
    if (!settings.budget().isEmpty()) {
      body.put("budget", settings.budget());
    }
    return body;
  }
}
