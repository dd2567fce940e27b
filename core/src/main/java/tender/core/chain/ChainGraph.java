package tender.core.chain;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Orders named stages so that each comes after its predecessors, and checks what users wrote. */
public final class ChainGraph {
  public static final int MAX_STAGES = 50;
  private static final int MAX_NAME_LENGTH = 60;
  private static final String NAME_CHARACTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

  private ChainGraph() {}

  /**
   * A stage as users write it.
   *
   * @param after the names of its predecessors, with the conditions
   */
  public record NamedStage(String name, int tasks, Map<String, StartCondition> after) {
    public NamedStage {
      after = new LinkedHashMap<>(after);
    }
  }

  /**
   * The stages in an order in which each comes after its predecessors; stages that may be in any
   * order keep the given one.
   *
   * @throws IllegalArgumentException if names are not unique or unknown, if stages wait for each
   *     other, or if a correspondence by task has different numbers of tasks
   */
  public static List<ChainStage> order(List<NamedStage> given) {
    if (given.isEmpty() || given.size() > MAX_STAGES) {
      throw new IllegalArgumentException(
          "A chain has from 1 to " + MAX_STAGES + " stages; this one has " + given.size() + ".");
    }
    Map<String, NamedStage> byName = byName(given);
    given.forEach(stage -> requirePredecessors(stage, byName));
    List<String> order = new ArrayList<>();
    List<NamedStage> remaining = new ArrayList<>(given);
    while (!remaining.isEmpty()) {
      NamedStage next =
          remaining.stream()
              .filter(stage -> order.containsAll(stage.after().keySet()))
              .findFirst()
              .orElseThrow(() -> cycle(remaining));
      order.add(next.name());
      remaining.remove(next);
    }
    return order.stream()
        .map(name -> stage(Objects.requireNonNull(byName.get(name)), order))
        .toList();
  }

  private static Map<String, NamedStage> byName(List<NamedStage> given) {
    Map<String, NamedStage> byName = new LinkedHashMap<>();
    for (NamedStage stage : given) {
      if (!isName(stage.name())) {
        throw new IllegalArgumentException(
            "The name of a stage has 1 to "
                + MAX_NAME_LENGTH
                + " letters, digits, dots, underscores and hyphens; one is \""
                + stage.name().substring(0, Math.min(MAX_NAME_LENGTH, stage.name().length()))
                + "\".");
      }
      if (byName.put(stage.name(), stage) != null) {
        throw new IllegalArgumentException("Two stages have the name " + stage.name() + ".");
      }
    }
    return byName;
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= MAX_NAME_LENGTH
        && name.chars().allMatch(c -> NAME_CHARACTERS.indexOf(c) >= 0);
  }

  private static void requirePredecessors(NamedStage stage, Map<String, NamedStage> byName) {
    stage
        .after()
        .forEach(
            (name, condition) -> {
              NamedStage predecessor = byName.get(name);
              if (predecessor == null) {
                throw new IllegalArgumentException(
                    "Stage "
                        + stage.name()
                        + " comes after "
                        + name
                        + ", which is no stage of the chain.");
              }
              if (condition == StartCondition.PER_TASK && predecessor.tasks() != stage.tasks()) {
                throw new IllegalArgumentException(
                    "Stage "
                        + stage.name()
                        + " has "
                        + stage.tasks()
                        + " tasks and corresponds by task to "
                        + name
                        + ", which has "
                        + predecessor.tasks()
                        + " tasks; the numbers must be equal.");
              }
            });
  }

  /** The stages that wait for each other, without those that only wait for them. */
  private static IllegalArgumentException cycle(Collection<NamedStage> remaining) {
    Set<NamedStage> cycle = new LinkedHashSet<>(remaining);
    boolean removes = true;
    while (removes) {
      Set<String> needed =
          cycle.stream()
              .flatMap(stage -> stage.after().keySet().stream())
              .collect(Collectors.toCollection(TreeSet::new));
      removes = cycle.removeIf(stage -> !needed.contains(stage.name()));
    }
    return new IllegalArgumentException(
        remaining.stream()
            .filter(cycle::contains)
            .map(NamedStage::name)
            .collect(Collectors.joining(", ", "The stages ", " wait for each other.")));
  }

  private static ChainStage stage(NamedStage stage, List<String> order) {
    return new ChainStage(
        stage.name(),
        stage.tasks(),
        stage.after().entrySet().stream()
            .map(
                entry ->
                    new ChainStage.Predecessor(order.indexOf(entry.getKey()), entry.getValue()))
            .toList());
  }
}
