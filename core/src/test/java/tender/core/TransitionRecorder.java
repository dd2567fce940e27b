package tender.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Records the observed transitions of a state machine and renders them as the Markdown table and
 * the Mermaid diagram of {@code docs/develop/state-machines.md}.
 */
public final class TransitionRecorder {
  private static final Path PAGE = Path.of("docs", "develop", "state-machines.md");

  private final List<String> states;
  private final List<String> events;
  private final Map<Step, Map<String, Set<String>>> outcomes = new TreeMap<>();

  /** A state and an event, in the order of the page. */
  private record Step(int state, int event) implements Comparable<Step> {
    @Override
    public int compareTo(Step other) {
      int byState = Integer.compare(state, other.state);
      return byState != 0 ? byState : Integer.compare(event, other.event);
    }
  }

  /**
   * @param states all states, in the order of the page
   * @param events all events, in the order of the page
   */
  public TransitionRecorder(List<String> states, List<String> events) {
    this.states = states;
    this.events = events;
  }

  /** Records that an event in a state led to a next state with these effects. */
  public void record(String state, String event, String next, Collection<String> effects) {
    int stateIndex = states.indexOf(state);
    int eventIndex = events.indexOf(event);
    if (stateIndex < 0 || eventIndex < 0) {
      throw new IllegalArgumentException("Unknown state or event: " + state + ", " + event + ".");
    }
    outcomes
        .computeIfAbsent(new Step(stateIndex, eventIndex), step -> new TreeMap<>())
        .computeIfAbsent(next, newNext -> new TreeSet<>())
        .addAll(effects);
  }

  /** Pairs of a state and an event that were never observed. */
  public List<String> unobserved() {
    List<String> unobserved = new ArrayList<>();
    for (int state = 0; state < states.size(); state++) {
      for (int event = 0; event < events.size(); event++) {
        if (!outcomes.containsKey(new Step(state, event))) {
          unobserved.add(states.get(state) + " × " + events.get(event));
        }
      }
    }
    return unobserved;
  }

  /** The part of the page that shows the transitions: the diagram, then the table. */
  public String markdown() {
    return "```mermaid\n" + diagram() + "```\n\n" + table() + "\n";
  }

  /** All transitions except those that neither change the state nor have effects. */
  private String table() {
    StringBuilder table = new StringBuilder("| state | event | next state | possible effects |\n");
    table.append("|---|---|---|---|\n");
    outcomes.forEach(
        (step, byNext) ->
            byNext.forEach(
                (next, effects) -> {
                  String state = states.get(step.state);
                  boolean isIgnored = next.equals(state) && effects.isEmpty();
                  if (!isIgnored) {
                    table
                        .append("| ")
                        .append(String.join(" | ", state, events.get(step.event)))
                        .append(" | ")
                        .append(next.equals(state) ? "unchanged" : next)
                        .append(" | ")
                        .append(String.join(", ", effects))
                        .append(" |\n");
                  }
                }));
    return table.toString();
  }

  /** The changes of state as a diagram; {@code "Ended: DONE"} is drawn as {@code Ended}. */
  private String diagram() {
    Map<String, Set<String>> edges = new TreeMap<>();
    outcomes.forEach(
        (step, byNext) ->
            byNext
                .keySet()
                .forEach(
                    next -> {
                      String target = next.replaceFirst(":.*", "");
                      if (!target.equals(states.get(step.state))) {
                        edges
                            .computeIfAbsent(
                                states.get(step.state) + " --> " + target,
                                edge -> new LinkedHashSet<>())
                            .add(events.get(step.event));
                      }
                    }));
    StringBuilder diagram = new StringBuilder("stateDiagram-v2\n");
    edges.forEach(
        (edge, labels) ->
            diagram
                .append("  ")
                .append(edge)
                .append(" : ")
                .append(String.join(", ", labels))
                .append('\n'));
    return diagram.toString();
  }

  /** The page of the documentation that shows the transitions, with an empty line at its end. */
  public static String page() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve(PAGE))) {
      root = Objects.requireNonNull(root.getParent(), () -> "There is no " + PAGE + ".");
    }
    try {
      return Files.readString(root.resolve(PAGE)) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
