package tender.research.sim;

import java.util.Iterator;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import tender.cli.input.NameLookup;
import tender.core.model.Cluster;
import tender.core.queue.Scheduler;
import tender.simulator.cluster.Schedulers;

/** A scheduler and its name on the command line. */
record SchedulerName(String name, Function<Cluster, Scheduler> scheduler) {
  static SchedulerName named(String name) {
    return new SchedulerName(name, NameLookup.find(Schedulers.all(), "planner", name));
  }

  @Override
  public String toString() {
    return name;
  }

  /** Lists the names for picocli. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Schedulers.all().keySet().iterator();
    }
  }

  /** Converts a name for picocli. */
  static final class Converter implements ITypeConverter<SchedulerName> {
    @Override
    public SchedulerName convert(String name) {
      return named(name);
    }
  }
}
