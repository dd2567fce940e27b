package tender.cli.slurm.job;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.cli.slurm.option.OptionValues;

/** What one task of a job needs from its node. */
final class JobResources {
  private static final int MAX_NUMBER = 100_000;
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\s*([KMGT]?)B?");
  private static final Pattern GPUS = Pattern.compile("(?:([A-Za-z][A-Za-z0-9_.-]*):)?(\\d{1,5})");
  private static final Pattern NODES = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");
  private static final Pattern FEATURE = Pattern.compile("[A-Za-z0-9_.-]+");
  private static final int KIB_BITS = 10;

  private final OptionValues values;
  private final Problems problems;
  private final long gpus;
  private final Optional<String> gpuType;

  JobResources(OptionValues values, Problems problems) {
    this.values = values;
    this.problems = problems;
    var _ = problems.read(values, "nodes", JobResources::singleNode);
    Optional<Gpus> given =
        problems
            .read(values, "gpus", JobResources::gpus)
            .or(() -> problems.read(values, "gpus-per-node", JobResources::gpus))
            .or(
                () ->
                    problems
                        .read(values, "gpus-per-task", JobResources::gpus)
                        .map(each -> new Gpus(each.type(), each.count() * processes(0))))
            .or(() -> problems.read(values, "gres", JobResources::gres));
    gpus = given.map(Gpus::count).orElse(0L);
    gpuType = given.flatMap(Gpus::type);
  }

  private record Gpus(Optional<String> type, long count) {}

  /** The processes of one task, which srun starts. */
  long processes() {
    return processes(gpus);
  }

  private long processes(long ofGpus) {
    return number("ntasks")
        .or(() -> number("ntasks-per-node"))
        .or(() -> number("ntasks-per-gpu").map(each -> each * Math.max(1, ofGpus)))
        .orElse(1L);
  }

  /** The processors of one of these processes. */
  long processorsOfProcess() {
    return number("cpus-per-task")
        .or(() -> number("cpus-per-gpu").map(each -> Math.ceilDiv(each * gpus, processes())))
        .orElse(1L);
  }

  long processors() {
    return Math.max(processes() * processorsOfProcess(), number("mincpus").orElse(1L));
  }

  /** In MiB. */
  Optional<Long> memory() {
    return problems
        .read(values, "mem", JobResources::mebibytes)
        .or(() -> memoryPerProcessor().map(each -> each * processors()))
        .or(
            () ->
                problems
                    .read(values, "mem-per-gpu", JobResources::mebibytes)
                    .map(each -> each * Math.max(1, gpus)));
  }

  /** In MiB. */
  Optional<Long> memoryPerProcessor() {
    return problems.read(values, "mem-per-cpu", JobResources::mebibytes);
  }

  long gpus() {
    return gpus;
  }

  /** The section {@code resources} of a bag file. */
  Map<String, Object> section() {
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("cpus", Long.toString(processors()));
    memory().ifPresent(size -> section.put("memory", size + "M"));
    if (gpus > 0) {
      section.put("gpus", Long.toString(gpus));
      gpuType.ifPresent(type -> section.put("gpu_type", type));
    }
    problems
        .read(values, "tmp", JobResources::mebibytes)
        .ifPresent(size -> section.put("scratch", size + "M"));
    problems
        .read(values, "constraint", JobResources::features)
        .ifPresent(features -> section.put("features", features));
    problems
        .read(values, "exclusive", JobResources::exclusive)
        .ifPresent(exclusive -> section.put("exclusive", exclusive));
    return section;
  }

  private Optional<Long> number(String option) {
    return problems.read(
        values,
        option,
        text -> {
          if (!text.matches("[1-9]\\d{0,5}") || Integer.parseInt(text) > MAX_NUMBER) {
            throw new IllegalArgumentException("is not a number from 1 to " + MAX_NUMBER);
          }
          return Long.parseLong(text);
        });
  }

  private static String singleNode(String text) {
    Matcher matcher = NODES.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(1)) < 1) {
      throw new IllegalArgumentException("is not a number of nodes; write 1");
    }
    if (Integer.parseInt(matcher.group(1)) > 1) {
      throw new IllegalArgumentException(
          "each task of a bag runs on one node; if the processes need no network between them, make them an --array");
    }
    return text;
  }

  private static Gpus gpus(String text) {
    Matcher matcher = GPUS.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("is not a number of GPUs of one type; write 2 or a100:2");
    }
    return new Gpus(Optional.ofNullable(matcher.group(1)), Long.parseLong(matcher.group(2)));
  }

  private static Gpus gres(String text) {
    if (text.equals("none")) {
      return new Gpus(Optional.empty(), 0);
    }
    if (text.contains(",")) {
      throw new IllegalArgumentException("only one kind of GPU can be requested, and nothing else");
    }
    String[] parts = text.replaceFirst("^gres[:/]", "").split(":");
    boolean hasCount = parts.length > 1 && parts[parts.length - 1].matches("\\d{1,5}");
    if (!parts[0].equals("gpu") || parts.length > (hasCount ? 3 : 2)) {
      throw new IllegalArgumentException(
          "only GPUs can be requested; leave the others out if the tasks need none elsewhere");
    }
    Optional<String> type =
        parts.length > (hasCount ? 2 : 1) ? Optional.of(parts[1]) : Optional.empty();
    return new Gpus(type, hasCount ? Long.parseLong(parts[parts.length - 1]) : 1);
  }

  private static List<String> features(String text) {
    List<String> features = new ArrayList<>();
    for (String feature : text.split("[&,]")) {
      if (!FEATURE.matcher(feature.strip()).matches()) {
        throw new IllegalArgumentException(
            "only features that are all needed can be requested, such as avx512&ib; choose one of the alternatives");
      }
      features.add(feature.strip());
    }
    return features;
  }

  private static String exclusive(String text) {
    if (!text.isEmpty()) {
      throw new IllegalArgumentException(
          "a node cannot be shared with jobs of some users only; write --exclusive, or leave it out");
    }
    return "true";
  }

  private static long mebibytes(String text) {
    Matcher matcher = SIZE.matcher(text.toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException("is not a size; write for example 4000 or 8G");
    }
    long number = Long.parseLong(matcher.group(1));
    if (number == 0) {
      throw new IllegalArgumentException(
          "all memory of a node cannot be requested; give the memory that a task needs");
    }
    return switch (matcher.group(2)) {
      case "K" -> Math.ceilDiv(number, 1L << KIB_BITS);
      case "G" -> number << KIB_BITS;
      case "T" -> number << (2 * KIB_BITS);
      default -> number;
    };
  }
}
