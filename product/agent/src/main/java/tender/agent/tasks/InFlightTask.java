package tender.agent.tasks;

import tender.core.model.Time;

/** A task that is in the batch system, or about to be. */
final class InFlightTask {
  final String chunk;
  final int attempt;
  long submittedMillis = Time.NEVER;
  int missingReads;
  boolean isPreempted;

  InFlightTask(String chunk, int attempt) {
    this.chunk = chunk;
    this.attempt = attempt;
  }
}
