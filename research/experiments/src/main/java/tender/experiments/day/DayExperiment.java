package tender.experiments.day;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tender.core.call.ProviderSelector;

/**
 * Simulates the same days with different ways to call providers. Calls to all providers cannot be
 * simulated for the whole market: a million bags would get ten billion offers. So all policies are
 * compared in a smaller market with as many bags for each provider, and in the large one a sample
 * of bags is also composed with the offers of all providers.
 *
 * @param providers how many providers the large market has
 * @param bags how many bags it gets in a day
 * @param comparedProviders how many providers the market has in which all policies are compared
 * @param providersPerCall the numbers to compare; the default is always among them
 * @param seeds how many days are simulated of markets up to that size; one of larger ones
 */
public record DayExperiment(
    int providers, int bags, int comparedProviders, List<Integer> providersPerCall, int seeds) {
  private static final List<Integer> GROWTH = List.of(10, 100, 1_000, 10_000);
  private static final int SAMPLED_BAGS = 500;

  public DayExperiment {
    comparedProviders = Math.min(comparedProviders, providers);
    SortedSet<Integer> numbers = new TreeSet<>(providersPerCall);
    numbers.add(ProviderSelector.DEFAULT_PROVIDERS_PER_CALL);
    providersPerCall = List.copyOf(numbers);
  }

  /** The sizes of the growth curves, up to the large market. */
  public List<Integer> sizes() {
    return Stream.concat(GROWTH.stream().filter(size -> size < providers), Stream.of(providers))
        .toList();
  }

  /** The policies that are compared in the smaller market. */
  public List<DayPolicy> comparedPolicies() {
    List<DayPolicy> policies =
        new ArrayList<>(providersPerCall.stream().map(DayPolicy::calls).toList());
    policies.add(DayPolicy.CELLS);
    policies.add(DayPolicy.ALL);
    return policies;
  }

  /** As many bags for each provider as in the large market. */
  public int bagsOf(int size) {
    return (int) Math.max(1, (long) bags * size / providers);
  }

  /** How many bags are simulated in all runs, to show the progress. */
  public int totalBags() {
    return keys().stream().mapToInt(DayRun.Key::bags).reduce(0, Math::addExact);
  }

  /**
   * Runs all simulations. The results do not depend on the number of threads, except the processor
   * time.
   *
   * @param progress receives numbers of further bags, from several threads
   */
  public DayResults run(int threads, IntConsumer progress) throws InterruptedException {
    SortedMap<DayRun.Key, DayRun> runs = new TreeMap<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      var completion = new ExecutorCompletionService<DayRun>(executor);
      // The longest first, so that the threads end at about the same time.
      List<DayRun.Key> keys =
          keys().stream().sorted(Comparator.comparingInt(DayRun.Key::bags).reversed()).toList();
      keys.forEach(
          key -> completion.submit(() -> new DaySimulation(key, sampledBags(key)).run(progress)));
      try {
        for (int done = 0; done < keys.size(); done++) {
          DayRun run = completion.take().get();
          runs.put(run.key(), run);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("Run failed: " + e.getCause(), e.getCause());
      } finally {
        executor.shutdownNow();
      }
    }
    return new DayResults(this, runs);
  }

  /** The seeds of the days of a market of this size. */
  List<Integer> seedsOf(int size) {
    return IntStream.rangeClosed(1, callsAll(size) ? seeds : 1).boxed().toList();
  }

  /** Whether calls to all providers are simulated for all bags of such a market. */
  public boolean callsAll(int size) {
    return size <= comparedProviders;
  }

  private int sampledBags(DayRun.Key key) {
    return key.policy().equals(DayPolicy.DEFAULT) && !callsAll(key.providers())
        ? Math.min(SAMPLED_BAGS, key.bags())
        : 0;
  }

  private SortedSet<DayRun.Key> keys() {
    SortedSet<DayRun.Key> keys = new TreeSet<>();
    for (int size : sizes()) {
      addKeys(keys, DayPolicy.DEFAULT, size);
      addKeys(keys, DayPolicy.CELLS, size);
      if (callsAll(size)) {
        addKeys(keys, DayPolicy.ALL, size);
      }
    }
    comparedPolicies().forEach(policy -> addKeys(keys, policy, comparedProviders));
    return keys;
  }

  private void addKeys(SortedSet<DayRun.Key> keys, DayPolicy policy, int size) {
    seedsOf(size).forEach(seed -> keys.add(new DayRun.Key(policy, size, bagsOf(size), seed)));
  }
}
