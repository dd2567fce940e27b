package tender.agent.batch.process;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.ArrayJob;

/** No isolation: all tasks share the same processors and run with the agent's rights. */
public class NoIsolation implements ProcessIsolation {
  @Override
  public String description() {
    return "processes on this machine";
  }

  @Override
  public String holder(Optional<ArrayJob> array) {
    return "all";
  }

  @Override
  public List<String> command(ArrayJob array, int index, List<String> script) throws IOException {
    return script;
  }

  @Override
  public Map<String, String> environment() {
    return Map.of();
  }

  @Override
  public List<ProcessHandle> processes(ArrayJob array, int index, ProcessHandle script) {
    return script.descendants().toList();
  }

  @Override
  public long remainingMillis(ArrayJob array, int index, long ranMillis) {
    return array.limitMillis() - ranMillis;
  }

  @Override
  public void cleanUp(ArrayJob array, int index) {}
}
