package tender.agent.batch.gridengine;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tender.core.model.Time;

/**
 * The configurations of a queue's hosts. Grid Engine prints one with each command, and they rarely
 * change, so each is kept for some minutes.
 */
final class GridEngineHosts {
  private static final long RETENTION_MILLIS = 10 * Time.MINUTE_MILLIS;

  private final GridEngineCommands commands;
  private final Map<String, String> configurations = new TreeMap<>();
  private long readMillis;

  GridEngineHosts(GridEngineCommands commands) {
    this.commands = commands;
  }

  /** The configurations of some hosts, by name. */
  synchronized Map<String, String> read(Set<String> hosts) {
    long nowMillis = System.currentTimeMillis();
    if (nowMillis - readMillis >= RETENTION_MILLIS) {
      configurations.clear();
      readMillis = nowMillis;
    }
    configurations.keySet().retainAll(hosts);
    for (String host : hosts) {
      configurations.computeIfAbsent(host, name -> commands.run(List.of("qconf", "-se", name)));
    }
    return new TreeMap<>(configurations);
  }
}
