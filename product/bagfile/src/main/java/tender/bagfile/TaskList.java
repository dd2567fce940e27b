package tender.bagfile;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tender.support.text.InputChecks;

/** The tasks of a bag, with indexes from 0. */
public sealed interface TaskList {
  /** The maximum number of tasks of a bag. */
  int MAX_TASKS = 1_000_000;

  /** The number of tasks. */
  int tasks();

  /** A number of tasks that differ only by their index. */
  record Count(int tasks) implements TaskList {
    public Count {
      InputChecks.between(tasks, 1, MAX_TASKS, "The number of tasks");
    }
  }

  /** Tasks that differ by the values of named parameters. */
  sealed interface Parameterized extends TaskList {
    /** Their names are distinct. */
    List<Parameter> parameters();

    /** The value of a parameter, by its position in the list, for a task. */
    String value(int parameter, int task);
  }

  /** A task for each combination of the parameters' values; the last parameter varies fastest. */
  record Sweep(List<Parameter> parameters) implements Parameterized {
    /** Far more than any real sweep has. */
    private static final int MAX_PARAMETERS = 50;

    public Sweep {
      parameters = List.copyOf(parameters);
      InputChecks.between(
          parameters.size(), 1, MAX_PARAMETERS, "The number of parameters of a sweep");
      checkNames(parameters);
      long product = 1;
      for (Parameter parameter : parameters) {
        // Both factors are at most a million, so the product fits in a long.
        product *= parameter.values().size();
        if (product > MAX_TASKS) {
          throw new IllegalArgumentException(
              "The sweep has more than %s combinations. Submit it as several bags, or give fewer values."
                  .formatted(MAX_TASKS));
        }
      }
    }

    @Override
    public int tasks() {
      return parameters.stream()
          .mapToInt(parameter -> parameter.values().size())
          .reduce(1, (a, b) -> a * b);
    }

    @Override
    public String value(int parameter, int task) {
      InputChecks.between(task, 0, tasks() - 1, "The task index");
      int stride = 1;
      for (int later = parameter + 1; later < parameters.size(); later++) {
        stride *= parameters.get(later).values().size();
      }
      List<String> values = parameters.get(parameter).values();
      return values.get(task / stride % values.size());
    }
  }

  /** A task for each position in the lists of values: the first task has all first values. */
  record Zip(List<Parameter> parameters) implements Parameterized {
    /** Also the columns of tables that other programs write. */
    private static final int MAX_PARAMETERS = 1_000;

    /** More do not fit into the JSON of a work order. */
    private static final int MAX_VALUES = 2_000_000;

    public Zip {
      parameters = List.copyOf(parameters);
      InputChecks.between(
          parameters.size(), 1, MAX_PARAMETERS, "The number of parameters that are taken together");
      checkNames(parameters);
      Parameter first = parameters.getFirst();
      for (Parameter parameter : parameters) {
        if (parameter.values().size() != first.values().size()) {
          throw new IllegalArgumentException(
              "Parameter '%s' has %s values and '%s' has %s, but values are taken together. Give equal numbers of values."
                  .formatted(
                      first.name(),
                      first.values().size(),
                      parameter.name(),
                      parameter.values().size()));
        }
      }
      if ((long) parameters.size() * first.values().size() > MAX_VALUES) {
        throw new IllegalArgumentException(
            "The parameters have more than %s values in all. Use each_line, or submit several bags."
                .formatted(MAX_VALUES));
      }
    }

    @Override
    public int tasks() {
      return parameters.getFirst().values().size();
    }

    @Override
    public String value(int parameter, int task) {
      InputChecks.between(task, 0, tasks() - 1, "The task index");
      return parameters.get(parameter).values().get(task);
    }
  }

  /** A task for each line of a file; {@link TaskLines} defines what a line is. */
  record Lines(Digest file, int tasks) implements TaskList {
    public Lines {
      InputChecks.between(tasks, 1, MAX_TASKS, "The number of lines");
    }
  }

  private static void checkNames(List<Parameter> parameters) {
    Set<String> names = new HashSet<>();
    for (Parameter parameter : parameters) {
      if (!names.add(parameter.name())) {
        throw new IllegalArgumentException(
            "Parameter '" + parameter.name() + "' is defined twice. Rename one.");
      }
    }
  }
}
