package tender.agent.batch.gridengine;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How Grid Engine's commands find their master. Missing values are taken from the agent's
 * environment, or else left to the commands.
 *
 * @param root Grid Engine's folder (SGE_ROOT)
 * @param name of the cell below it (SGE_CELL)
 * @param port of the master (SGE_QMASTER_PORT)
 */
public record GridEngineAddress(
    Optional<Path> root, Optional<String> name, Optional<Integer> port) {

  Map<String, String> environment() {
    Map<String, String> variables = new TreeMap<>();
    put(variables, "SGE_ROOT", root.map(Path::toString));
    put(variables, "SGE_CELL", name);
    put(variables, "SGE_QMASTER_PORT", port.map(Object::toString));
    return variables;
  }

  private static void put(Map<String, String> variables, String key, Optional<String> value) {
    value
        .or(() -> Optional.ofNullable(System.getenv(key)))
        .ifPresent(known -> variables.put(key, known));
  }
}
