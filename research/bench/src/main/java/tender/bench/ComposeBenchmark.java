package tender.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tender.core.compose.Composition;
import tender.core.compose.CompositionPolicies;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/** Composes 50 000 offers of 10 000 providers, compared with sorting the same offers. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ComposeBenchmark {
  private static final int PROVIDERS = 10_000;
  private static final int[] SIZES = {100_000, 250_000, 500_000, 750_000, 1_000_000};
  private static final long DEADLINE_MILLIS = 100_000_000;

  /** Whether the providers' first offers meet the deadline: all do, or none does. */
  @Param({"false", "true"})
  public boolean deadlineCanBeMet;

  private Replies replies = new Replies(1, 0, List.of());
  private Offer[] offers = {};

  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(44);
    List<Reply> drawn = new ArrayList<>();
    List<Offer> all = new ArrayList<>();
    for (int i = 0; i < PROVIDERS; i++) {
      ProviderId id = new ProviderId("provider-" + i);
      List<Offer> own = new ArrayList<>();
      long byMillis = deadlineCanBeMet ? DEADLINE_MILLIS : DEADLINE_MILLIS + 1;
      for (int size : SIZES) {
        own.add(Offer.free(id, Math.max(1, size / PROVIDERS), byMillis));
        byMillis += random.nextLong(1, 1L << 34);
      }
      drawn.add(
          new Reply(
              id,
              own,
              new Disclosure(
                  OptionalLong.of(random.nextInt(1, 100_000)),
                  OptionalLong.of(random.nextLong(1L << 50)),
                  Optional.empty())));
      all.addAll(own);
    }
    replies = new Replies(deadlineCanBeMet ? 90_000 : 500_000, DEADLINE_MILLIS, drawn);
    offers = all.toArray(Offer[]::new);
  }

  /** The baseline: sorts the same offers by their completion times. */
  @Benchmark
  public Offer[] sort() {
    Offer[] sorted = offers.clone();
    Arrays.sort(sorted, Comparator.comparingLong(Offer::completionMillis));
    return sorted;
  }

  @Benchmark
  public Composition earliest() {
    return compose("earliest");
  }

  @Benchmark
  public Composition plb() {
    return compose("plb");
  }

  @Benchmark
  public Composition dplb() {
    return compose("dplb");
  }

  @Benchmark
  public Composition dplbv2() {
    return compose("dplbv2");
  }

  private Composition compose(String policy) {
    return Objects.requireNonNull(CompositionPolicies.all().get(policy)).compose(replies);
  }
}
