package tender.cli.experiment;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.cli.experiment.ExperimentFile.ClusterFields;
import tender.cli.experiment.ExperimentFile.PolicyFields;
import tender.cli.experiment.ExperimentFile.SchemaFields;
import tender.cli.experiment.ExperimentFile.TraceFields;
import tender.cli.input.Input;
import tender.cli.input.Place;
import tender.cli.input.Value;
import tender.cli.output.Json;
import tender.core.compose.Composers;
import tender.core.provider.Terms;
import tender.experiments.definition.ClusterUse;
import tender.experiments.definition.Experiment;
import tender.experiments.definition.Policy;
import tender.experiments.definition.Schema;
import tender.experiments.definition.TraceUse;
import tender.workload.trace.DeadlineSchema;
import tender.workload.trace.JobFilter;
import tender.workload.trace.LoadMeasure;

/** Makes an experiment of what its file says, or complains of the field that is wrong. */
final class ExperimentReader {
  private static final int MOST_DAYS = 3_650;
  private static final int MOST_SEEDS = 10_000;
  private static final int MOST_PROCESSORS = 10_000_000;
  private static final int MOST_HOURS = 24 * 3_650;
  private static final long HEAVIEST_LOAD_PERMILLE = 100_000;

  /** Ids become parts of names of files, and cells of comma-separated values. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private final Set<String> ids = new HashSet<>();

  private ExperimentReader() {}

  static Experiment read(Input<ExperimentFile> input) {
    return new ExperimentReader().read(input.content(), input.top());
  }

  private Experiment read(ExperimentFile file, Place top) {
    return new Experiment(
        plain(top.value("name", file.name())),
        top.value("title", file.title()).id(),
        (int) top.value("days", file.days()).whole(1, MOST_DAYS),
        choice(top.value("load", file.load()), named(LoadMeasure.values())),
        choice(top.value("runs", file.runs()), named(LoadMeasure.values())),
        top.value("latency", file.latency()).durationMillis(),
        top.value("offer", file.offer()).durationMillis(),
        top.value("lease", file.lease()).durationMillis(),
        (int) top.value("seeds", file.seeds()).whole(1, MOST_SEEDS),
        some(top.field("clusters"), file.clusters(), this::cluster),
        trace(top.field("external").required(file.external()), top.field("external")),
        some(top.field("policies"), file.policies(), this::policy),
        some(top.field("schemas"), file.schemas(), this::schema));
  }

  private ClusterUse cluster(ClusterFields cluster, Place place) {
    String id = newId(place.value("id", cluster.id()), "cluster");
    long processors = place.value("processors", cluster.processors()).whole(1, MOST_PROCESSORS);
    return new ClusterUse(id, (int) processors, trace(cluster.local(), place));
  }

  private static TraceUse trace(TraceFields trace, Place place) {
    long[] widths = range(trace.widths(), place.field("widths"), 1, MOST_PROCESSORS);
    long[] hours = range(trace.hours(), place.field("hours"), 0, MOST_HOURS);
    long permille =
        place.value("load", trace.load()).thousandths("machines", 1, HEAVIEST_LOAD_PERMILLE);
    return new TraceUse(
        plain(place.value("trace", trace.trace())),
        (int) place.value("day", trace.day()).orElse("0").whole(0, MOST_DAYS * 10L),
        permille / 1e3,
        JobFilter.ALL
            .processors((int) widths[0], (int) widths[1])
            .estimateHours((int) hours[0], (int) hours[1]));
  }

  private Policy policy(PolicyFields policy, Place place) {
    Value id = place.value("id", policy.id());
    Map<String, String> known = new LinkedHashMap<>();
    Composers.all().keySet().forEach(name -> known.put(name, name));
    choice(id, known);
    return new Policy(
        newId(id, "policy"),
        place.value("title", policy.title()).id(),
        choice(place.value("discloses", policy.discloses()), named(Terms.Discloses.values())));
  }

  private Schema schema(SchemaFields schema, Place place) {
    List<Integer> slack =
        some(
            place.field("slack"),
            schema.slack(),
            (hours, at) -> (int) at.itself(hours).whole(0, MOST_HOURS));
    return new Schema(
        newId(place.value("id", schema.id()), "schema"),
        place.value("title", schema.title()).id(),
        new DeadlineSchema(slack));
  }

  /** Two bounds, the lower first. */
  private static long[] range(
      @Nullable List<@Nullable String> bounds, Place place, long least, long most) {
    List<Long> read = place.each(bounds, (text, at) -> at.itself(text).whole(least, most));
    if (read.size() != 2 || read.getFirst() > read.getLast()) {
      throw place.complaint(
          "must be two numbers, the lower first.", "Write both bounds, such as [1, 128].");
    }
    return new long[] {read.getFirst(), read.getLast()};
  }

  private static <T, R> List<R> some(
      Place place,
      @Nullable List<@Nullable T> items,
      java.util.function.BiFunction<T, Place, R> read) {
    List<R> results = place.each(place.required(items), read);
    if (results.isEmpty()) {
      throw place.complaint("is an empty list.", "Give at least one item.");
    }
    return results;
  }

  private String newId(Value value, String kind) {
    String id = plain(value);
    if (!ids.add(kind + " " + id)) {
      throw value.taken();
    }
    return id;
  }

  private static String plain(Value value) {
    String id = value.id();
    if (!PLAIN.matcher(id).matches()) {
      throw value.wrong(
          "a name of letters, digits, dots and dashes",
          "It becomes part of names of files; write such as cluster-1.");
    }
    return id;
  }

  private static <E extends Enum<E>> Map<String, E> named(E[] constants) {
    Map<String, E> byName = new LinkedHashMap<>();
    for (E constant : constants) {
      byName.put(Json.name(constant), constant);
    }
    return byName;
  }

  private static <T> T choice(Value value, Map<String, T> choices) {
    T chosen = value.isGiven() ? choices.get(value.id()) : null;
    if (chosen == null) {
      throw value.wrong(
          "one of " + String.join(", ", choices.keySet()), "Copy one of these names.");
    }
    return chosen;
  }
}
