package tender.research.sim;

import java.util.Iterator;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import tender.cli.input.NameLookup;
import tender.core.model.Cluster;
import tender.core.queue.Scheduler;
import tender.simulator.cluster.Schedulers;

/** A scheduler, by the name under which people ask for it. */
record SchedulerName(String name, Function<Cluster, Scheduler> scheduler) {
  static SchedulerName named(String name) {
    return new SchedulerName(name, NameLookup.find(Schedulers.all(), "planner", name));
  }

  @Override
  public String toString() {
    return name;
  }

  /** Lists the names to picocli. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Schedulers.all().keySet().iterator();
    }
  }

  /** Reads a name for picocli. */
  static final class Converter implements ITypeConverter<SchedulerName> {
    @Override
    public SchedulerName convert(String name) {
      return named(name);
    }
  }
}
