package tender.server.bags;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import tender.bagfile.results.TaskOutcome;
import tender.core.model.ProviderId;
import tender.server.store.content.Pack;

/**
 * The accepted results of a bag, as far as a view of the bag shows them.
 *
 * @param packs all packs of the bag, or none if no task failed
 * @param doneBy the number of accepted results of each provider
 * @param worstExitCode empty if no task has ended
 */
record TaskResults(List<Pack> packs, Map<ProviderId, Integer> doneBy, OptionalInt worstExitCode) {

  /** The results in all packs of a bag. */
  static TaskResults of(List<Pack> packs) {
    Map<ProviderId, Integer> doneBy = new LinkedHashMap<>();
    packs.forEach(pack -> doneBy.merge(pack.part().provider(), pack.tasks().size(), Integer::sum));
    OptionalInt worst =
        packs.stream()
            .flatMap(pack -> pack.outcomes().stream())
            .mapToInt(TaskOutcome::exitCode)
            .max();
    return new TaskResults(packs, doneBy, worst);
  }

  /** The results of a bag without failed tasks and without missing outputs. */
  static TaskResults withoutFailures(Map<ProviderId, Integer> doneBy) {
    return new TaskResults(
        List.of(), doneBy, doneBy.isEmpty() ? OptionalInt.empty() : OptionalInt.of(0));
  }
}
