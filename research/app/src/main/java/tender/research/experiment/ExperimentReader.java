package tender.research.experiment;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.cli.output.JsonOutput;
import tender.core.compose.CompositionPolicies;
import tender.core.provider.ProviderTerms;
import tender.experiments.definition.ArrivalRule;
import tender.experiments.definition.ClusterSpec;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.PolicySpec;
import tender.experiments.definition.SchemaSpec;
import tender.experiments.definition.TraceSpec;
import tender.experiments.definition.WindowRule;
import tender.research.experiment.ExperimentFile.ClusterFields;
import tender.research.experiment.ExperimentFile.PolicyFields;
import tender.research.experiment.ExperimentFile.SchemaFields;
import tender.research.experiment.ExperimentFile.TraceFields;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;
import tender.support.input.ParsedInput;
import tender.workload.trace.DeadlineSchema;
import tender.workload.trace.JobFilter;
import tender.workload.trace.LoadMeasure;

/** Converts an experiment file into an experiment, or reports the invalid field. */
final class ExperimentReader {
  private static final int MAX_DAYS = 3_650;
  private static final int MAX_SEEDS = 10_000;
  private static final int MAX_PROCESSORS = 10_000_000;
  private static final int MAX_HOURS = 24 * 3_650;
  private static final int MAX_JOBS = 10_000_000;
  private static final long MAX_LOAD_PERMILLE = 100_000;

  /** Ids become parts of file names and cells of CSV files. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private final Set<String> ids = new HashSet<>();

  private ExperimentReader() {}

  static OffersExperiment read(ParsedInput<ExperimentFile> input) {
    return new ExperimentReader().read(input.content(), input.top());
  }

  private OffersExperiment read(ExperimentFile file, FieldLocation top) {
    return new OffersExperiment(
        plain(top.value("name", file.name())),
        top.value("title", file.title()).id(),
        (int) top.value("days", file.days()).wholeNumber(1, MAX_DAYS),
        choice(top.value("load", file.load()), named(LoadMeasure.values())),
        choice(
            top.value("arrivals", file.arrivals()).orElse(JsonOutput.name(ArrivalRule.THINNED)),
            named(ArrivalRule.values())),
        choice(top.value("runs", file.runs()), named(LoadMeasure.values())),
        top.value("latency", file.latency()).durationMillis(),
        top.value("offer", file.offer()).durationMillis(),
        top.value("lease", file.lease()).durationMillis(),
        (int) top.value("seeds", file.seeds()).wholeNumber(1, MAX_SEEDS),
        some(top.field("clusters"), file.clusters(), this::cluster),
        trace(top.field("external").required(file.external()), top.field("external")),
        some(top.field("policies"), file.policies(), this::policy),
        some(top.field("schemas"), file.schemas(), this::schema));
  }

  private ClusterSpec cluster(ClusterFields cluster, FieldLocation place) {
    String id = newId(place.value("id", cluster.id()), "cluster");
    long processors =
        place.value("processors", cluster.processors()).wholeNumber(1, MAX_PROCESSORS);
    return new ClusterSpec(id, (int) processors, trace(cluster.local(), place));
  }

  private static TraceSpec trace(TraceFields trace, FieldLocation place) {
    long[] widths = range(trace.widths(), place.field("widths"), 1, MAX_PROCESSORS);
    long[] hours = range(trace.hours(), place.field("hours"), 0, MAX_HOURS);
    long permille = place.value("load", trace.load()).thousandths("machines", 1, MAX_LOAD_PERMILLE);
    return new TraceSpec(
        plain(place.value("trace", trace.trace())),
        window(trace, permille / 1e3, place),
        permille / 1e3,
        JobFilter.ALL
            .processors((int) widths[0], (int) widths[1])
            .estimateHours((int) hours[0], (int) hours[1]));
  }

  /** From a day on, or the window that matches a number of jobs. */
  private static WindowRule window(TraceFields trace, double load, FieldLocation place) {
    FieldValue jobs = place.value("jobs", trace.jobs());
    FieldValue day = place.value("day", trace.day());
    if (!jobs.isGiven()) {
      return new WindowRule.FromDay((int) day.orElse("0").wholeNumber(0, MAX_DAYS * 10L));
    }
    if (day.isGiven()) {
      throw place
          .field("jobs")
          .error("is given beside day.", "Give a day, or jobs to search for the window.");
    }
    return new WindowRule.Matched((int) jobs.wholeNumber(1, MAX_JOBS), load, false);
  }

  private PolicySpec policy(PolicyFields policy, FieldLocation place) {
    FieldValue id = place.value("id", policy.id());
    Map<String, String> known = new LinkedHashMap<>();
    CompositionPolicies.all().keySet().forEach(name -> known.put(name, name));
    choice(id, known);
    return new PolicySpec(
        newId(id, "policy"),
        place.value("title", policy.title()).id(),
        choice(
            place.value("discloses", policy.discloses()),
            named(ProviderTerms.DisclosureLevel.values())));
  }

  private SchemaSpec schema(SchemaFields schema, FieldLocation place) {
    List<Integer> slack =
        some(
            place.field("slack"),
            schema.slack(),
            (hours, at) -> (int) at.asValue(hours).wholeNumber(0, MAX_HOURS));
    return new SchemaSpec(
        newId(place.value("id", schema.id()), "schema"),
        place.value("title", schema.title()).id(),
        new DeadlineSchema(slack));
  }

  /** Two bounds, the lower first. */
  private static long[] range(
      @Nullable List<@Nullable String> bounds, FieldLocation place, long least, long most) {
    List<Long> read = place.each(bounds, (text, at) -> at.asValue(text).wholeNumber(least, most));
    if (read.size() != 2 || read.getFirst() > read.getLast()) {
      throw place.error(
          "must be two numbers, the lower first.", "Write both bounds, such as [1, 128].");
    }
    return new long[] {read.getFirst(), read.getLast()};
  }

  private static <T, R> List<R> some(
      FieldLocation place,
      @Nullable List<@Nullable T> items,
      java.util.function.BiFunction<T, FieldLocation, R> read) {
    List<R> results = place.each(place.required(items), read);
    if (results.isEmpty()) {
      throw place.error("is an empty list.", "Give at least one item.");
    }
    return results;
  }

  private String newId(FieldValue value, String kind) {
    String id = plain(value);
    if (!ids.add(kind + " " + id)) {
      throw value.duplicateId();
    }
    return id;
  }

  private static String plain(FieldValue value) {
    String id = value.id();
    if (!PLAIN.matcher(id).matches()) {
      throw value.mismatch(
          "a name of letters, digits, dots and dashes",
          "It becomes part of file names; write for example cluster-1.");
    }
    return id;
  }

  private static <E extends Enum<E>> Map<String, E> named(E[] constants) {
    Map<String, E> byName = new LinkedHashMap<>();
    for (E constant : constants) {
      byName.put(JsonOutput.name(constant), constant);
    }
    return byName;
  }

  private static <T> T choice(FieldValue value, Map<String, T> choices) {
    T chosen = value.isGiven() ? choices.get(value.id()) : null;
    if (chosen == null) {
      throw value.mismatch(
          "one of " + String.join(", ", choices.keySet()), "Copy one of these names.");
    }
    return chosen;
  }
}
