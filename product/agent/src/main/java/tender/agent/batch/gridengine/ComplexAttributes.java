package tender.agent.batch.gridengine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/**
 * The attributes of a cell ("complexes") by which jobs request memory, GPUs, features and a host of
 * their own, and how the cell counts them.
 *
 * @param byName all attributes of the cell
 * @param exclusive the name of the attribute for a host of one's own, if the owner has set one
 */
record ComplexAttributes(Map<String, Attribute> byName, Optional<String> exclusive) {
  /** Limits the address space of a job. */
  static final String MEMORY = "h_vmem";

  static final String GPUS = "gpu";

  /** What is free on a host according to its last report. */
  private static final String FREE_MEMORY = "mem_free";

  private static final int COLUMNS = 8;

  /** More than a host has; products with a number of slots fit in a long. */
  private static final int MAX_AMOUNT = 1_000_000_000;

  /** How the cell counts what running jobs have of an attribute. */
  enum Counting {
    NONE,
    PER_SLOT,
    PER_JOB;

    /** What each slot, or the job, must request so that the job has this amount. */
    private int requested(int amount, int slots) {
      return this == PER_JOB ? amount : Math.ceilDiv(amount, slots);
    }

    private long total(long requested, int slots) {
      return this == PER_JOB ? requested : requested * slots;
    }
  }

  /**
   * An attribute.
   *
   * @param defaultValue what a job without a request has, if the attribute is counted
   */
  record Attribute(String type, String relation, Counting counting, String defaultValue) {}

  /** Reads the output of {@code qconf -sc}. */
  static ComplexAttributes read(String output, Optional<String> exclusive) {
    Map<String, Attribute> attributes = new TreeMap<>();
    for (String line : output.lines().filter(text -> !text.startsWith("#")).toList()) {
      String[] columns = line.strip().split("\\s+");
      if (columns.length != COLUMNS) {
        throw GridEngineText.unparsable("a complex attribute", line);
      }
      Counting counting =
          switch (columns[5]) {
            case "YES" -> Counting.PER_SLOT;
            case "JOB" -> Counting.PER_JOB;
            default -> Counting.NONE;
          };
      attributes.put(columns[0], new Attribute(columns[2], columns[3], counting, columns[6]));
    }
    return new ComplexAttributes(attributes, exclusive);
  }

  /** Fails if the cell does not have the attributes that the owner has named. */
  void requireKnown(List<String> features) {
    for (String feature : features) {
      require(feature, "gridengine.features", type(feature).equals("BOOL"), "type BOOL");
    }
    exclusive.ifPresent(
        name ->
            require(
                name,
                "gridengine.exclusive",
                byName.containsKey(name) && byName.get(name).relation().equals("EXCL"),
                "relation EXCL"));
  }

  private static void require(String name, String setting, boolean isKnown, String expected) {
    if (!isKnown) {
      throw new BatchSystemException(
          Kind.REFUSED,
          ("The setting '%s' names '%s', but the cell has no complex attribute of this name with %s."
                  + " See 'qconf -sc'.")
              .formatted(setting, name, expected));
    }
  }

  /** What the owner should change, as sentences. */
  List<String> warnings() {
    return Optional.ofNullable(byName.get(MEMORY))
        .filter(memory -> memory.counting() != Counting.NONE)
        .map(Attribute::defaultValue)
        .filter(value -> GridEngineText.bytes(value) < GridEngineText.BYTES_PER_MIB)
        .map(
            value ->
                "The complex attribute '%s' is a consumable with a default of %s: Grid Engine gives a task that requests no memory 10 MiB of address space. Set a default, such as 2G, with 'qconf -mc'."
                    .formatted(MEMORY, value))
        .stream()
        .toList();
  }

  private String type(String name) {
    Attribute attribute = byName.get(name);
    return attribute == null ? "" : attribute.type();
  }

  Counting counting(String name) {
    Attribute attribute = byName.get(name);
    return attribute == null ? Counting.NONE : attribute.counting();
  }

  /** The requests of a job, each for {@code qsub -l}. */
  List<String> requests(TaskRequest request, int slots) {
    List<String> requests = new ArrayList<>();
    int memoryMib = request.perNode().memoryMib();
    if (memoryMib > 0) {
      Counting counting = counting(MEMORY);
      requests.add(MEMORY + "=" + counting.requested(memoryMib, slots) + "M");
      if (counting == Counting.NONE) {
        requests.add(FREE_MEMORY + "=" + memoryMib + "M");
      }
    }
    if (request.perNode().gpus() > 0) {
      requests.add(GPUS + "=" + counting(GPUS).requested(request.perNode().gpus(), slots));
    }
    request.features().forEach(feature -> requests.add(feature + "=true"));
    if (request.exclusive()) {
      requests.add(
          exclusive.orElseThrow(
                  () ->
                      new BatchSystemException(
                          Kind.REFUSED,
                          "A task requests a node of its own, but the setting"
                              + " 'gridengine.exclusive' is missing."))
              + "=true");
    }
    return requests;
  }

  /**
   * What a job has on its host, or will have.
   *
   * @param requested its requests by the names of attributes
   */
  ResourceAmounts amounts(Map<String, String> requested, int slots) {
    return new ResourceAmounts(
        Math.max(1, slots), amount(MEMORY, requested, slots), amount(GPUS, requested, slots), 0);
  }

  boolean isExclusive(Map<String, String> requested) {
    return exclusive.map(requested::get).filter(GridEngineText::isTrue).isPresent();
  }

  private int amount(String name, Map<String, String> requested, int slots) {
    Attribute attribute = byName.get(name);
    if (attribute == null) {
      return 0;
    }
    boolean isCounted = attribute.counting() != Counting.NONE;
    String text = requested.getOrDefault(name, isCounted ? attribute.defaultValue() : "0");
    long one =
        name.equals(MEMORY)
            ? Math.ceilDiv(GridEngineText.bytes(text), GridEngineText.BYTES_PER_MIB)
            : GridEngineText.count(text);
    return (int)
        Math.min(
            MAX_AMOUNT, attribute.counting().total(Math.min(one, MAX_AMOUNT), Math.max(1, slots)));
  }
}
