package tender.core.compose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import tender.core.model.Disclosure;

/**
 * Divides a bag in two steps (Netto and Buyya, Algorithm 1): between groups of offers of equal size
 * in proportion to what each group offers in total, and inside a group in proportion to a weight
 * that the policy gives each provider.
 *
 * <p>The paper assigns what rounding and caps leave over to the last offer of a group, which may be
 * more than it offered. Here both steps round by the largest remainder and no provider gets more
 * than it offered; a group can always take its share, because its offers add up to at least that.
 */
final class DoubleProportion {
  private DoubleProportion() {}

  static void share(
      int tasks,
      CompositionBuilder shares,
      List<Integer> replies,
      ToDoubleFunction<Disclosure> weight) {
    Map<Integer, List<Integer>> groups = new TreeMap<>();
    for (int reply : replies) {
      groups.computeIfAbsent(-shares.offer(reply).tasks(), size -> new ArrayList<>()).add(reply);
    }
    int[] offered =
        groups.entrySet().stream().mapToInt(g -> saturated(-g.getKey(), g.getValue())).toArray();
    int[] groupTasks =
        Apportionment.share(tasks, Arrays.stream(offered).asDoubleStream().toArray(), offered);
    int group = 0;
    for (List<Integer> members : groups.values()) {
      double[] weights =
          members.stream()
              .mapToDouble(reply -> weight.applyAsDouble(shares.disclosure(reply)))
              .toArray();
      int[] caps = members.stream().mapToInt(reply -> shares.offer(reply).tasks()).toArray();
      int[] parts = Apportionment.share(groupTasks[group++], weights, caps);
      for (int i = 0; i < parts.length; i++) {
        shares.assign(members.get(i), parts[i]);
      }
    }
  }

  private static int saturated(int size, List<Integer> members) {
    return (int) Math.min(Integer.MAX_VALUE, (long) size * members.size());
  }
}
